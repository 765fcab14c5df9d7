"""The services that run as long as the server, found by their type.

The application adds one of each type when it starts; a route asks for the one it needs, as in
`service(request, GameServer)`. So a layer need not import the layers above it.
"""

from typing import TypeVar

from starlette.requests import HTTPConnection

Service = TypeVar("Service")


class Services:
    """One object of each type."""

    def __init__(self) -> None:
        self._by_type: dict[type, object] = {}

    def add(self, service: Service) -> Service:
        """Add a service, and return it."""
        self._by_type[type(service)] = service
        return service

    def find(self, kind: type[Service]) -> Service:
        """The service of this type; KeyError if not found."""
        service = self._by_type[kind]
        assert isinstance(service, kind)
        return service


def service(connection: HTTPConnection, kind: type[Service]) -> Service:
    """The service of this type, in the application that handles a request or WebSocket."""
    services: Services = connection.app.state.services
    return services.find(kind)
