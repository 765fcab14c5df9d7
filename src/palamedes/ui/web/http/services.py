"""The services that run while the server does, found by their type.

The application puts one of each kind there when it starts; a route asks for the one it needs:
`service(request, GameServer)`. So no layer has to know what the layers above it offer.
"""

from typing import TypeVar

from starlette.requests import HTTPConnection

Service = TypeVar("Service")


class Services:
    """One object of each type."""

    def __init__(self) -> None:
        self._by_type: dict[type, object] = {}

    def add(self, service: Service) -> Service:
        """Offer a service, and return it."""
        self._by_type[type(service)] = service
        return service

    def find(self, kind: type[Service]) -> Service:
        """The service of this type; KeyError if the application offers none."""
        service = self._by_type[kind]
        assert isinstance(service, kind)
        return service


def service(connection: HTTPConnection, kind: type[Service]) -> Service:
    """The service of this type of the server that a request or WebSocket has reached."""
    services: Services = connection.app.state.services
    return services.find(kind)
