"""A slow oracle of distance functions: what a scene's JSON says, in decimal arithmetic of 90 digits.

Formulas are those of geometry, by other ways than lib/sdf takes: no solid is moved to the origin, a cone is a polygon,
the nearest point of an ellipsoid comes from bisection.

As a program: reads lines from standard input and prints two tests (TAP) a group, one if "corners" is in its name:
    group NAME
    JSON<tab>X Y Z LO HI      the last five as C's %a prints them
All values must lie in [LO, HI], up to the oracle's own error. And the test must have teeth: in some line the value must
lie so far from the middle that bounds a hundred times as narrow would miss it.
"""

import json
import sys
from decimal import Decimal as D, getcontext

getcontext().prec = 90
ZERO, ONE, TWO = D(0), D(1), D(2)


def exact(text):
    return D(float(text))


# ---- Vectors, sines ----

def dot(a, b):
    return sum((x * y for x, y in zip(a, b)), ZERO)


def sub(a, b):
    return [x - y for x, y in zip(a, b)]


def norm(a):
    return dot(a, a).sqrt()


def unit(a):
    n = norm(a)
    return [x / n for x in a]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def arctan_inverse(n):
    total, power, k = ZERO, ONE / n, 0
    while abs(power) > D(10) ** -88:
        total += (power if k % 2 == 0 else -power) / (2 * k + 1)
        power /= n * n
        k += 1
    return total


PI = 4 * (4 * arctan_inverse(5) - arctan_inverse(239))


def cos_sin(degrees):
    x = (degrees % 360) * PI / 180
    c, s, term, k = ZERO, ZERO, ONE, 0
    while k < 10 or abs(term) > D(10) ** -88:
        if k % 2 == 0:
            c += term if k % 4 == 0 else -term
        else:
            s += term if k % 4 == 1 else -term
        k += 1
        term = term * x / k
    return c, s


# ---- Solids ----

def vector(node, key, default=(ZERO, ZERO, ZERO)):
    return node.get(key, default)


def segment_distance(p, a, b):
    d = sub(b, a)
    t = min(max(dot(sub(p, a), d) / dot(d, d), ZERO), ONE)
    return norm([x - y - t * z for x, y, z in zip(p, a, d)])


def box(p, center, half):
    q = [abs(x - c) - h for x, c, h in zip(p, center, half)]
    if max(q) <= 0:
        return max(q)
    return norm([max(x, ZERO) for x in q])


def plane(n, p):
    return dot(unit(n["normal"]), sub(p, vector(n, "point")))


def sphere(n, p):
    return norm(sub(p, vector(n, "center"))) - n["radius"]


def solid_box(n, p):
    return box(p, vector(n, "center"), [x / 2 for x in n["size"]])


def rounded_box(n, p):
    return box(p, vector(n, "center"), [x / 2 - n["radius"] for x in n["size"]]) - n["radius"]


def capsule(n, p):
    return segment_distance(p, n["from"], n["to"]) - n["radius"]


def cylindrical(p, a, b):
    """The distance from the line a b, and how far along it from a; the length."""
    u = unit(sub(b, a))
    return norm(cross(u, sub(p, a))), dot(u, sub(p, a)), norm(sub(b, a))


def polygon(p, corners):
    """Signed distance in the plane of a convex polygon whose corners go counter-clockwise."""
    inside, best = True, None
    for a, b in zip(corners, corners[1:] + corners[:1]):
        d, q = sub(b, a), sub(p, a)
        inside = inside and d[0] * q[1] - d[1] * q[0] >= 0
        distance = segment_distance(p, a, b)
        best = distance if best is None else min(best, distance)
    return -best if inside else best


def cylinder(n, p):
    rho, z, length = cylindrical(p, n["from"], n["to"])
    r = n["radius"]
    return polygon([rho, z], [[-r, ZERO], [r, ZERO], [r, length], [-r, length]])


def cone(n, p):
    rho, z, length = cylindrical(p, n["base"], n["apex"])
    r = n["radius"]
    return polygon([rho, z], [[-r, ZERO], [r, ZERO], [ZERO, length]])


def torus(n, p):
    center = vector(n, "center")
    axis = vector(n, "axis", (ZERO, ZERO, ONE))
    rho, z, _ = cylindrical(p, center, [x + y for x, y in zip(center, axis)])
    return norm([rho - n["major"], z]) - n["minor"]


def ellipsoid(n, p):
    q = [abs(x - c) for x, c in zip(p, vector(n, "center"))]
    half = n["radii"]
    inside = sum((x / a) ** 2 for x, a in zip(q, half)) <= 1
    least = min(half)

    def level(t):
        return sum((a * x / (a * a + t)) ** 2 for x, a in zip(q, half) if x != 0)

    free = all(x == 0 for x, a in zip(q, half) if a == least)
    if free and level(-least * least) <= 1:
        t = -least * least
        near = [a * a * x / (a * a + t) if x != 0 else ZERO for x, a in zip(q, half)]
        k = list(half).index(least)
        near[k] = least * max(ONE - sum((x / a) ** 2 for x, a in zip(near, half)), ZERO).sqrt()
    else:
        # Measured from the pole, where there may be no digits left in t itself.
        gap = [a * a - least * least for a in half]
        lo, hi = ZERO, norm(half) * norm(q) * 2 + least * least
        value = lambda s: sum((a * x / (g + s)) ** 2 for x, a, g in zip(q, half, gap) if x != 0)
        lo = hi * D(10) ** -160
        while hi / lo > 2:
            middle = (lo * hi).sqrt()
            lo, hi = (middle, hi) if value(middle) > 1 else (lo, middle)
        for _ in range(280):
            middle = (lo + hi) / 2
            lo, hi = (middle, hi) if value(middle) > 1 else (lo, middle)
        near = [a * a * x / (g + lo) if x != 0 else ZERO for x, a, g in zip(q, half, gap)]
    distance = norm(sub(q, near))
    return -distance if inside else distance


SOLIDS = {"plane": plane, "sphere": sphere, "ellipsoid": ellipsoid, "box": solid_box, "rounded_box": rounded_box,
          "capsule": capsule, "cylinder": cylinder, "cone": cone, "torus": torus}


# ---- Operations ----

def smallest(values, k):
    total = values[0]
    for v in values[1:]:
        m = max(k - abs(total - v), ZERO) if k else ZERO
        total = min(total, v) - (m * m / (4 * k) if k else ZERO)
    return total


def turned(p, axis, degrees):
    c, s = cos_sin(degrees)
    u = unit(axis)
    along = dot(u, p)
    return [c * x + s * y + (1 - c) * along * z for x, y, z in zip(p, cross(u, p), u)]


def value(node, p):
    k = node.get("smooth", ZERO)
    if "union" in node:
        return smallest([value(n, p) for n in node["union"]], k)
    if "intersection" in node:
        return -smallest([-value(n, p) for n in node["intersection"]], k)
    if "difference" in node:
        first, *rest = node["difference"]
        return -smallest([-value(first, p)] + [value(n, p) for n in rest], k)
    if "complement" in node:
        return -value(node["complement"], p)
    if "offset" in node:
        return value(node["offset"], p) - node["by"]
    if "shell" in node:
        return abs(value(node["shell"], p)) - node["thickness"] / 2
    if "translate" in node:
        return value(node["translate"], sub(p, node["by"]))
    if "rotate" in node:
        return value(node["rotate"], turned(p, node["axis"], -node["degrees"]))
    if "scale" in node:
        by = node["by"] if isinstance(node["by"], list) else [node["by"]] * 3
        return min(by) * value(node["scale"], [x / s for x, s in zip(p, by)])
    if "twist" in node:
        return value(node["twist"], turned(p, [ZERO, ZERO, ONE], -node["degrees_per_unit"] * p[2]))
    (name, solid), = node.items()
    return SOLIDS[name](solid, p)


# ---- The program ----

class Group:
    def __init__(self, name):
        self.name, self.lines, self.wrong, self.teeth = name, 0, [], ZERO

    def judge(self, line):
        text, numbers = line.split("\t")
        *p, lo, hi = [D(float.fromhex(x)) for x in numbers.split()]
        exactly = value(json.loads(text, parse_float=exact, parse_int=exact), p)
        own = D(10) ** -60 * (1 + norm(p))
        self.lines += 1
        if not lo - own <= exactly <= hi + own:
            self.wrong.append(f"{text} at {numbers}: {exactly:.25}")
        elif hi > lo:
            self.teeth = max(self.teeth, abs(exactly - (lo + hi) / 2) / ((hi - lo) / 2))

    def tests(self):
        for line in self.wrong[:3]:
            print("#", line)
        yield not self.wrong and self.lines > 0, f"{self.name}: {self.lines} values are enclosed"
        if "corners" not in self.name:
            yield self.teeth > D("0.01"), f"{self.name}: bounds a hundred times as narrow would be found out ({self.teeth:.3f})"


def main():
    group, count, failed = None, 0, 0
    for line in list(sys.stdin) + ["group"]:
        if not line.startswith("group"):
            group.judge(line)
            continue
        for good, name in group.tests() if group else ():
            count += 1
            failed += not good
            print(f"{'ok' if good else 'not ok'} {count} - {name}", flush=True)
        group = Group(line[6:].strip())
    print(f"1..{count}")
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
