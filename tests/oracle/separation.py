"""A slow oracle of contact with a minimum separation D > 0, by another method than lib/exact.

The distance of two primitives is that of 0 from the convex hull of the differences of their points. The point of a
convex hull nearest to 0 is in the interior of a simplex of affinely independent ones of these differences, of at most
three as D > 0, and is the point of its affine hull nearest to 0. With G the Gram matrix of such a simplex, that point has
weights adj(G) 1 over their sum s, and its squared distance is det(G) / s. So the distance is not above D where for
some simplex s > 0, all weights >= 0 and D^2 s - det(G) >= 0: polynomials in t. Signs at algebraic numbers come from
Sturm-Tarski queries in rational arithmetic. Beside, the distance at random fractions must agree with the answer.

As a program: reads lines from standard input and prints a test (TAP) a group:
    group NAME
    TYPE TMAX D X*24 VERDICT ROOTS AT_START TOI_LO TOI_HI W*2      reals as C's %a prints them
"""

import random
import sys
from fractions import Fraction
from itertools import combinations
from contact import (Root, add, chain, derivative, differences, in_domain, isolate, mul, quotient, run, sign_at,
                     squarefree, variations)


def dot(p, q):
    total = []
    for a, b in zip(p, q):
        total = add(total, mul(a, b))
    return total


def determinant(m):
    if not m:
        return [1]
    total = []
    for j, c in enumerate(m[0]):
        minor = [row[:j] + row[j + 1:] for row in m[1:]]
        total = add(total, mul(c, determinant(minor)), (-1) ** j)
    return total


class Simplex:
    """The polynomials of some differences: weights, their sum, and the gap D^2 s - det(G)."""

    def __init__(self, d, square):
        gram = [[dot(p, q) for q in d] for p in d]
        k = range(len(d))
        self.weights, self.s = [], []
        for i in k:
            weight = []
            for j in k:
                minor = [[gram[a][b] for b in k if b != j] for a in k if a != i]
                weight = add(weight, determinant(minor), (-1) ** (i + j))
            self.weights.append(weight)
            self.s = add(self.s, weight)
        self.gap = add([c * square for c in self.s], determinant(gram), -1)

    def inside(self, time):
        return time.sign(self.s) > 0 and all(time.sign(w) >= 0 for w in self.weights)

    def contact(self, time):
        return time.sign(self.gap) >= 0 and self.inside(time)


def overlap(a, b):
    return max(a.lo, b.lo), min(a.hi, b.hi)


def same(a, b):
    """Whether two roots are the same number; narrows them until they do not overlap if not."""
    lo, hi = overlap(a, b)
    if lo > hi:
        return False
    if a.lo == a.hi or b.lo == b.hi:
        exact, other = (a, b) if a.lo == a.hi else (b, a)
        if other.lo == other.hi or sign_at(other.f, exact.lo) == 0:
            return exact.lo == other.lo or (other.lo < other.hi and sign_at(other.f, exact.lo) == 0
                                            and other.lo < exact.lo < other.hi)
    else:
        common = chain(a.f, b.f)[-1]
        if len(common) > 1 and lo < hi:
            common = squarefree(common)
            sturm = chain(common, derivative(common))
            if variations(sturm, lo) != variations(sturm, hi):
                return True
    while lo <= hi:
        a.halve()
        b.halve()
        lo, hi = overlap(a, b)
        if lo == hi and a.lo == a.hi == b.lo == b.hi:
            return True
    return False


def fraction_root(x):
    return Root([], x, x)


def apart(times, start, end):
    """start, the times strictly between, end; no two of them overlap or meet. Sorts the times, which are distinct."""
    while True:
        times.sort(key=lambda t: (t.lo, t.hi))
        inner = [t for t in times if not (t.lo == t.hi and t.lo in (start.lo, end.lo))]
        marks = [start] + inner + [end]
        close = [(a, b) for a, b in zip(marks, marks[1:]) if a.hi >= b.lo]
        if not close:
            return marks
        for a, b in close:
            a.halve()
            b.halve()


def distance_square(points, x):
    """Of 0 from the convex hull of points, lists of fractions: the least over simplices of at most three of them.
    None stands for no simplex."""
    best = None
    for k in (1, 2, 3):
        for simplex in combinations(points, k):
            s = Simplex([[[c] if c else [] for c in p] for p in simplex], 0)
            total = s.s[0] if s.s else 0
            if total > 0 and all((w[0] if w else 0) >= 0 for w in s.weights):
                square = Fraction(-(s.gap[0] if s.gap else 0), total)
                best = square if best is None else min(best, square)
    return best


def at(p, x):
    return sum((c * x ** i for i, c in enumerate(p)), Fraction(0))


def contacts(kind, x0, x1, tmax, d):
    """The ends of the intervals of contact times in [0, tmax], ascending; whether an interval is longer than a point;
    the differences and D^2 in their unit."""
    reals = [c for p in x0 + x1 for c in p] + [d]
    unit = max(c.denominator for c in reals)
    x0, x1 = ([[c * unit for c in p] for p in x] for x in (x0, x1))
    columns, square = differences(kind, x0, x1), int((d * unit) ** 2)
    simplices = [Simplex(c, square) for k in (1, 2, 3) for c in combinations(columns, k)]
    times = []
    for s in simplices:
        if len(s.gap) < 2:
            continue
        for root in isolate(squarefree(s.gap), Fraction(0), tmax):
            if s.inside(root) and not any(same(root, t) for t in times):
                times.append(root)
    start = fraction_root(Fraction(0))
    if any(s.contact(start) for s in simplices) and not any(same(start, t) for t in times):
        times.append(start)
    marks = apart(times, fraction_root(Fraction(0)), fraction_root(tmax))
    between = [fraction_root((a.hi + b.lo) / 2) for a, b in zip(marks, marks[1:])]
    return times, any(s.contact(b) for b in between for s in simplices), columns, square


# ---- Judging answers ----

def named_square(kind, x, w):
    """The squared distance of the two points that w names."""
    def on(a, b, s):
        return [c + s * (d - c) for c, d in zip(x[a], x[b])]
    u, v = w
    p, q = {"vf": lambda: (x[0], [a + u * (b - a) + v * (c - a) for a, b, c in zip(x[1], x[2], x[3])]),
            "ee": lambda: (on(0, 1, u), on(2, 3, v)), "pe": lambda: (x[0], on(1, 2, u)),
            "pp": lambda: (x[0], x[1])}[kind]()
    return sum((a - b) ** 2 for a, b in zip(p, q))


def parameter_fault(kind, x0, x1, t, w, square):
    """square: of the distance at t."""
    if not in_domain(kind, w):
        return f"parameters {w} outside their domain"
    x = [[a + t * (b - a) for a, b in zip(p, q)] for p, q in zip(x0, x1)]
    named, extent = named_square(kind, x, [Fraction(c) for c in w]), max(abs(a - b) for p in x for q in x
                                                                         for a, b in zip(p, q))
    # |named - square| <= 2^-40 extent * (sum of the distances), as all is squared here
    if abs(named - square) ** 2 > (extent / 2 ** 40) ** 2 * 2 * (named + square + (extent / 2 ** 40) ** 2):
        return f"parameters {w} name points {float(named) ** 0.5} apart, not {float(square) ** 0.5}"
    return None


def time_fault(t, at_start, lo, hi):
    if at_start != (t.sign([0, 1]) == 0):
        return f"at_start {at_start}"
    above, below = t.sign([-lo, 1 << 62]), t.sign([-hi, 1 << 62])
    if above < 0 or below > 0 or hi - lo > 4:
        return f"the time is not in {lo} .. {hi}, or that is too wide"
    if (lo == hi) != (above == 0 or below == 0):
        return f"{lo} .. {hi} says wrongly whether the time is a multiple of 2^-62"
    return None


def fault(fields):
    """What is wrong with an answer, or None."""
    kind, tmax, d = fields[0], Fraction(float.fromhex(fields[1])), Fraction(float.fromhex(fields[2]))
    x = [[Fraction(float.fromhex(c)) for c in fields[i:i + 3]] for i in range(3, 27, 3)]
    n = {"vf": 4, "ee": 4, "pe": 3, "pp": 2}[kind]
    x0, x1 = x[:n], x[4:4 + n]
    verdict, roots, at_start, lo, hi = fields[27], *map(int, fields[28:32])
    w = [float.fromhex(c) for c in fields[32:34]]
    times, interval, columns, square = contacts(kind, x0, x1, tmax, d)
    truth = "hit" if times else "free"
    if verdict != truth:
        return f"verdict {verdict}, but it is {truth}"
    count = -1 if interval else len(times)
    if roots != count:
        return f"roots {roots}, but it is {count}"
    first = Fraction(lo, 1 << 62) if times else tmax
    for _ in range(3):
        t = first * random.randrange(1 << 20) / (1 << 20)
        if first > 0 and not distance_square([[at(c, t) for c in p] for p in columns], t) > square:
            return f"in contact at {float(t)}, before {float(first)}"
    if not times:
        return None
    t = times[0]
    reason = time_fault(t, at_start, lo, hi)
    if reason:
        return reason
    t.narrow(min(Fraction(1, 1 << 200), d / (1 << 200)))
    here = distance_square([[at(c, t.lo) for c in p] for p in columns], t.lo) if at_start else square
    return parameter_fault(kind, x0, x1, t.lo, w, Fraction(here) * d ** 2 / square)


if __name__ == "__main__":
    random.seed(1)
    sys.exit(run(fault))
