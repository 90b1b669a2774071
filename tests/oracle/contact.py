"""A slow oracle of linear contact, by another method than lib/exact.

Two primitives touch at time t if and only if 0 is a convex combination of the differences of their points, the
columns of a 3 x m matrix D(t) with entries linear in t. By Caratheodory there is such a combination if and only if there is
one whose support S makes the combination unique: D_S of rank |S| - 1, its one linear dependency (by Cramer's rule:
minors with alternating signs) strictly positive. So contact is a matter of the signs of the minors of D alone, and can
begin or end only at roots of minors. Signs at algebraic numbers come from Sturm-Tarski queries in rational
arithmetic.

As a program: reads lines from standard input and prints a test (TAP) a group:
    group NAME
    TYPE TMAX X*24 VERDICT ROOTS AT_START TOI_LO TOI_HI W*2      reals as C's %a prints them
"""

import sys
from fractions import Fraction
from itertools import combinations

TYPES = ["vf", "ee", "pe", "pp"]


# ---- Polynomials: lists of integers, lowest first, without zeros at the end ----

def trim(p):
    while p and p[-1] == 0:
        p.pop()
    return p


def add(p, q, factor=1):
    n = max(len(p), len(q))
    return trim([(p[i] if i < len(p) else 0) + factor * (q[i] if i < len(q) else 0) for i in range(n)])


def mul(p, q):
    r = [0] * (len(p) + len(q) - 1) if p and q else []
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            r[i + j] += a * b
    return r


def derivative(p):
    return [i * c for i, c in enumerate(p)][1:]


def primitive(p):
    """p over the positive greatest common divisor of its coefficients."""
    from math import gcd
    return [c // gcd(*p) for c in p] if p else p


def remainder(p, q):
    """The remainder of p by q times a positive integer."""
    p = list(p)
    while len(p) >= len(q):
        lead, shift = p[-1], len(p) - len(q)
        s = 1 if q[-1] > 0 else -1
        p = [c * abs(q[-1]) for c in p]
        for i, c in enumerate(q):
            p[i + shift] -= s * lead * c
        trim(p)
    return primitive(p)


def quotient(p, q):
    """The primitive part of p / q; q divides p."""
    p, r = [Fraction(c) for c in p], []
    while len(p) >= len(q):
        c = p[-1] / q[-1]
        r.insert(0, c)
        for i, d in enumerate(q):
            p[len(p) - len(q) + i] -= c * d
        p.pop()
    scale = 1
    for c in r:
        scale *= c.denominator
    return primitive([int(c * scale) for c in r])


def sign(x):
    return (x > 0) - (x < 0)


def sign_at(p, x):
    """The sign of p at a fraction."""
    n, d, value, power = x.numerator, x.denominator, 0, 1
    for c in reversed(p):
        value = value * n + c * power
        power *= d
    return sign(value)


def chain(f, g):
    """The signed remainder sequence of f and g."""
    r = [f, g] if g else [f]
    while len(r) > 1:
        rest = remainder(r[-2], r[-1])
        if not rest:
            break
        r.append([-c for c in rest])
    return r


def variations(sequence, x):
    signs = [s for s in (sign_at(p, x) for p in sequence) if s]
    return sum(a != b for a, b in zip(signs, signs[1:]))


def squarefree(f):
    common = chain(f, derivative(f))[-1]
    return primitive(quotient(f, common)) if len(common) > 1 else primitive(f)


# ---- Real roots ----

class Root:
    """The only root of f (squarefree) between lo and hi, where f is not 0; or the fraction lo = hi."""

    def __init__(self, f, lo, hi):
        self.f, self.lo, self.hi = f, lo, hi
        self.signs = {}

    def sign(self, g):
        """The sign of g at this number: the Tarski query of g on f between lo and hi."""
        key = tuple(g)
        if key not in self.signs:
            if self.lo == self.hi:
                self.signs[key] = sign_at(g, self.lo)
            else:
                c = chain(self.f, mul(derivative(self.f), g))
                self.signs[key] = variations(c, self.lo) - variations(c, self.hi)
        return self.signs[key]

    def halve(self):
        if self.lo == self.hi:
            return
        middle = (self.lo + self.hi) / 2
        s = sign_at(self.f, middle)
        if s == 0:
            self.lo = self.hi = middle
        elif s == sign_at(self.f, self.lo):
            self.lo = middle
        else:
            self.hi = middle

    def narrow(self, width):
        while self.hi - self.lo > width:
            self.halve()


def isolate(f, lo, hi):
    """The roots of squarefree f in [lo, hi]."""
    roots = [Root(f, x, x) for x in {lo, hi} if sign_at(f, x) == 0]
    sturm = chain(f, derivative(f))
    todo = [(lo, hi, variations(sturm, lo) - variations(sturm, hi) - (sign_at(f, hi) == 0 and lo != hi))]
    while todo:
        a, b, n = todo.pop()
        if n == 0:
            continue
        if n == 1 and sign_at(f, a) and sign_at(f, b):
            roots.append(Root(f, a, b))
            continue
        m = (a + b) / 2
        at_m = sign_at(f, m) == 0
        if at_m:
            roots.append(Root(f, m, m))
        below = variations(sturm, a) - variations(sturm, m) - at_m
        todo += [(a, m, below), (m, b, n - below - at_m)]
    return roots


def is_square(n):
    from math import isqrt
    return n >= 0 and isqrt(n) ** 2 == n


def factors(f):
    """The irreducible factors of f, of degree at most 2, as tuples of one form: equal roots, equal tuples."""
    from math import isqrt
    f = primitive(f)
    if len(f) == 3 and is_square(f[1] ** 2 - 4 * f[2] * f[0]):
        root = isqrt(f[1] ** 2 - 4 * f[2] * f[0])
        parts = [primitive([f[1] - root, 2 * f[2]]), primitive([f[1] + root, 2 * f[2]])]
    else:
        parts = [f] if len(f) > 1 else []
    return {tuple(c * sign(p[-1]) for c in p) for p in parts}


def ascending(roots):
    """Sorts distinct roots; narrows them until no two overlap or meet."""
    while True:
        roots.sort(key=lambda r: (r.lo, r.hi))
        close = [(a, b) for a, b in zip(roots, roots[1:]) if a.hi >= b.lo]
        if not close:
            return roots
        for a, b in close:
            a.halve()
            b.halve()


# ---- Contact ----

def integers(x, denominator):
    return [[int(c * denominator) for c in p] for p in x]


def differences(kind, x0, x1):
    """The columns of D, each three linear polynomials."""
    pairs = {"vf": [(1, 0), (2, 0), (3, 0)], "ee": [(0, 2), (0, 3), (1, 2), (1, 3)], "pe": [(1, 0), (2, 0)],
             "pp": [(1, 0)]}[kind]
    denominator = max(c.denominator for p in x0 + x1 for c in p)  # they are powers of two
    a, b = integers(x0, denominator), integers(x1, denominator)
    return [[trim([a[i][k] - a[j][k], b[i][k] - b[j][k] - (a[i][k] - a[j][k])]) for k in range(3)]
            for i, j in pairs]


def determinant(d, rows, columns):
    if not rows:
        return [1]
    total = []
    for n, c in enumerate(columns):
        minor = determinant(d, rows[1:], columns[:n] + columns[n + 1:])
        total = add(total, mul(d[c][rows[0]], minor), (-1) ** n)
    return total


class Minors:
    def __init__(self, d):
        self.m = len(d)
        self.value = {(rows, columns): determinant(d, rows, columns)
                      for k in range(min(3, self.m) + 1)
                      for rows in combinations(range(3), k) for columns in combinations(range(self.m), k)}

    def of_size(self, *sizes):
        return [v for (rows, _), v in self.value.items() if len(rows) in sizes and v]

    def touches(self, time):
        for size in range(1, min(self.m, 4) + 1):
            for support in combinations(range(self.m), size):
                if self.positive_dependency(time, support):
                    return True
        return False

    def positive_dependency(self, time, support):
        k = len(support)
        for rows in combinations(range(3), k - 1):
            signs = set()
            for n in range(k):
                rest = support[:n] + support[n + 1:]
                signs.add((-1) ** n * time.sign(self.value[rows, rest]))
                if len(signs) > 1 or signs == {0}:
                    break
            else:
                return all(time.sign(self.value[r, support]) == 0 for r in combinations(range(3), k)
                           if k <= 3)
        return False


def contacts(kind, x0, x1, tmax):
    """The times of contact in [0, tmax], ascending, and whether there is an interval of them; then only its
    beginning and other boundaries need be among the times."""
    minors = Minors(differences(kind, x0, x1))
    determinants = minors.of_size(3)
    if determinants:  # a dependency of columns makes all of these 0, so contact does
        times = ascending(isolate(squarefree(determinants[0]), Fraction(0), tmax))
        return [t for t in times if minors.touches(t)], False
    polynomials = set().union({(0, 1)}, *(factors(p) for p in minors.of_size(1, 2)))
    roots = [r for p in polynomials for r in isolate(list(p), Fraction(0), tmax)]
    times = ascending(roots)
    while times[-1].lo < times[-1].hi == tmax:
        times[-1].halve()
    marks = [(t.lo, t.hi) for t in times]
    if marks[-1][1] < tmax:
        marks.append((tmax, tmax))
    between = [Root([], m, m) for m in ((a[1] + b[0]) / 2 for a, b in zip(marks, marks[1:]))]
    return [t for t in times if minors.touches(t)], any(minors.touches(b) for b in between)


# ---- Judging answers ----

def witness_error(kind, x0, x1, t, w):
    """How far apart the two points are that w names at time t, and the extent of the pair there."""
    x = [[a + t * (b - a) for a, b in zip(p, q)] for p, q in zip(x0, x1)]
    u, v = w

    def on(a, b, s):
        return [c + s * (d - c) for c, d in zip(x[a], x[b])]
    p, q = {"vf": lambda: (x[0], [a + u * (b - a) + v * (c - a) for a, b, c in zip(x[1], x[2], x[3])]),
            "ee": lambda: (on(0, 1, u), on(2, 3, v)), "pe": lambda: (x[0], on(1, 2, u)),
            "pp": lambda: (x[0], x[1])}[kind]()
    extent = max(abs(a - b) for r in x for s in x for a, b in zip(r, s))
    return max(abs(a - b) for a, b in zip(p, q)), extent


def in_domain(kind, w):
    if kind == "vf":
        return w[0] >= 0 and w[1] >= 0 and w[0] + w[1] <= 1
    used = {"ee": 2, "pe": 1, "pp": 0}[kind]
    return all(0 <= a <= 1 for a in w[:used]) and not any(w[used:])


def fault(fields):
    """What is wrong with an answer, or None."""
    kind, tmax = fields[0], Fraction(float.fromhex(fields[1]))
    x = [[Fraction(float.fromhex(c)) for c in fields[i:i + 3]] for i in range(2, 26, 3)]
    n = {"vf": 4, "ee": 4, "pe": 3, "pp": 2}[kind]
    x0, x1 = x[:n], x[4:4 + n]
    verdict, roots, at_start, lo, hi = fields[26], *map(int, fields[27:31])
    w = [float.fromhex(c) for c in fields[31:33]]
    times, interval = contacts(kind, x0, x1, tmax)
    truth = "hit" if times else "free"
    if verdict != truth:
        return f"verdict {verdict}, but it is {truth}"
    count = -1 if interval else len(times)
    if roots != count:
        return f"roots {roots}, but it is {count}"
    if not times:
        return None
    t = times[0]
    if at_start != (t.sign([0, 1]) == 0):
        return f"at_start {at_start}"
    above, below = t.sign([-lo, 1 << 62]), t.sign([-hi, 1 << 62])
    if above < 0 or below > 0 or hi - lo > 4:
        return f"the time is not in {lo} .. {hi}, or that is too wide"
    if (lo == hi) != (above == 0 or below == 0):
        return f"{lo} .. {hi} says wrongly whether the time is a multiple of 2^-62"
    if not in_domain(kind, w):
        return f"parameters {w} outside their domain"
    t.narrow(Fraction(1, 1 << 120))
    error, extent = witness_error(kind, x0, x1, t.lo, [Fraction(c) for c in w])
    speed = max(abs(b - a) for p, q in zip(x0, x1) for a, b in zip(p, q))
    if error > extent / 2 ** 45 + 8 * speed * (t.hi - t.lo):
        return f"parameters {w} name points {float(error)} apart"
    return None


def report(number, group, queries, faults):
    print(f"{'not ' if faults or not queries else ''}ok {number} - {group}: {queries} queries as the oracle says")
    for line, reason in faults[:3]:
        print(f"# {reason}: {line}")
    sys.stdout.flush()


def run(fault):
    """Judges the lines of standard input by fault; the status of the program."""
    number, group, queries, faults, failed = 0, None, 0, [], 0
    for line in list(sys.stdin) + ["group"]:
        if not line.startswith("group"):
            queries += 1
            reason = fault(line.split())
            if reason:
                faults.append((line.strip(), reason))
            continue
        if group is not None:
            number += 1
            failed += bool(faults)
            report(number, group, queries, faults)
        group, queries, faults = line[6:].strip(), 0, []
    print(f"1..{number}")
    return failed > 0


if __name__ == "__main__":
    sys.exit(run(fault))
