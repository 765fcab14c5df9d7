"""The gradient of a network's error, compiled: how each parameter should change.

The error of a position is the cross entropy between the share of the point that the network expects
and a target, from 0 to 1.
"""

from math import exp, log
from typing import NamedTuple

import numpy as np

from palamedes.core.kernel import kernel, part
from palamedes.core.network import FIRST, SECOND
from palamedes.core.stack_memory import activations, bare
from palamedes.search.learned.network import TRAITS

ZERO, ONE = np.float32(0), np.float32(1)


class Parameters(NamedTuple):
    """The arrays of a network, or of its gradient, each in one dimension."""

    traits: np.ndarray
    spread: np.ndarray
    base: np.ndarray
    weights: np.ndarray
    offsets: np.ndarray
    exits: np.ndarray


class NetworkShape(NamedTuple):
    """The sizes of a network. The compiler must not know them: it would unroll the loops over them
    before it vectorises, and then cannot.
    """

    kinds: int  # of patterns that places share, or 0
    traits: int = TRAITS
    first: int = FIRST
    second: int = SECOND


class TrainingPositions(NamedTuple):
    """Positions to learn from."""

    shown: np.ndarray  # the patterns of all positions, one after the other
    begins: np.ndarray  # where those of each position begin; one more at the end
    targets: np.ndarray


@kernel
def add_gradient(network, gradient, shape, examples, order, begin, end):
    """Add the gradient over the positions order[begin:end]; returns the sum of their errors."""
    network, gradient, examples = bare(network), bare(gradient), bare(examples)
    first, second = activations(), activations()
    error = 0.0
    for number in range(begin, end):
        position = order[number]
        output = _forward(network, shape, examples, position, first, second)
        target = examples.targets[position]
        error += _cross_entropy(output, target)
        chance = ONE / (ONE + np.float32(exp(-output)))
        _backward(network, gradient, shape, examples, position, first, second, chance - target)
    return error


@kernel
def error_over(network, shape, examples, order):
    """The sum of the errors over some positions."""
    count = len(order)
    network, examples = bare(network), bare(examples)
    first, second = activations(), activations()
    error = 0.0
    for number in range(count):
        output = _forward(network, shape, examples, order[number], first, second)
        error += _cross_entropy(output, examples.targets[order[number]])
    return error


@part
def _cross_entropy(output, target):
    # log(1 + e^x) without overflow
    return max(output, 0.0) + log(1.0 + exp(-abs(output))) - output * target


def _fast(function):
    """A part whose sums may be reordered: their last bits do not matter here."""
    return part(function, fastmath=True)


@_fast
def _forward(network, shape, examples, position, first, second):
    """The output for a position; leaves the activations of both layers."""
    kinds, traits, units, narrows = shape
    for unit in range(units):
        first[unit] = network.base[unit]
    for number in range(examples.begins[position], examples.begins[position + 1]):
        pattern = examples.shown[number]
        if kinds:
            place, kind = pattern // kinds, pattern % kinds
            for trait in range(traits):
                value = network.traits[traits * kind + trait]
                row = units * (traits * place + trait)
                for unit in range(units):
                    first[unit] += value * network.spread[row + unit]
        else:
            for unit in range(units):
                first[unit] += network.traits[units * pattern + unit]
    for narrow in range(narrows):
        second[narrow] = network.offsets[narrow]
    for unit in range(units):
        first[unit] = max(first[unit], ZERO)
        for narrow in range(narrows):
            second[narrow] += first[unit] * network.weights[narrows * unit + narrow]
    output = network.exits[narrows]
    for narrow in range(narrows):
        second[narrow] = max(second[narrow], ZERO)
        output += second[narrow] * network.exits[narrow]
    return output


@_fast
def _backward(network, gradient, shape, examples, position, first, second, slope):
    """Add the gradient of one position; `slope` is that of its error by the output."""
    kinds, traits, units, narrows = shape
    gradient.exits[narrows] += slope
    for narrow in range(narrows):
        value = second[narrow]
        gradient.exits[narrow] += slope * value
        second[narrow] = slope * network.exits[narrow] if value > ZERO else ZERO
        gradient.offsets[narrow] += second[narrow]
    for unit in range(units):
        value, total = first[unit], ZERO
        for narrow in range(narrows):
            gradient.weights[narrows * unit + narrow] += value * second[narrow]
            total += network.weights[narrows * unit + narrow] * second[narrow]
        first[unit] = total if value > ZERO else ZERO
        gradient.base[unit] += first[unit]
    for number in range(examples.begins[position], examples.begins[position + 1]):
        pattern = examples.shown[number]
        if not kinds:
            for unit in range(units):
                gradient.traits[units * pattern + unit] += first[unit]
            continue
        place, kind = pattern // kinds, pattern % kinds
        for trait in range(traits):
            value, total = network.traits[traits * kind + trait], ZERO
            row = units * (traits * place + trait)
            for unit in range(units):
                gradient.spread[row + unit] += value * first[unit]
                total += network.spread[row + unit] * first[unit]
            gradient.traits[traits * kind + trait] += total


@kernel
def descend(values, slopes, means, squares, rate, share, step):
    """One step of Adam over an array; `slopes` times `share` are the mean slopes, and are reset."""
    count = len(values)
    values, slopes, means, squares = bare((values, slopes, means, squares))
    _descend(values, slopes, means, squares, rate, share, step, count)


@_fast
def _descend(values, slopes, means, squares, rate, share, step, count):
    late, slow = np.float32(1 - 0.9**step), np.float32(1 - 0.999**step)
    rate, share = np.float32(rate), np.float32(share)
    for place in range(count):
        slope = slopes[place] * share
        slopes[place] = ZERO
        means[place] += np.float32(0.1) * (slope - means[place])
        squares[place] += np.float32(0.001) * (slope * slope - squares[place])
        root = np.float32(np.sqrt(squares[place] / slow))
        values[place] -= rate * (means[place] / late) / (root + np.float32(1e-7))
