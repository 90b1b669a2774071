"""Streams as ccd-stream(5) lays them down, written a second time and apart from the commands, to hold them to it and
to make inputs that no command would write."""
import struct
import zlib

MARK = bytes.fromhex("1f8b08040000000000ff3c0043443800")
MASK = (1 << 64) - 1
# The vertex comes down on the face: a hit at t = 1/2.
HIT = [(0.25, 0.25, 1), (0, 0, 0), (1, 0, 0), (0, 1, 0), (0.25, 0.25, -1), (0, 0, 0), (1, 0, 0), (0, 1, 0)]
SIZE = {"Q": 216, "R": 64, "I": 0, "P": 0, "S": 288}  # in an END


def mix(z):
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
    return z ^ z >> 31


def query(id, x=HIT, type=0, flags=0, group=0, separation=0.0):
    return struct.pack("<QBBHId24d", id, type, flags, 0, group, separation, *[c for p in x for c in p])


def digest(ids):
    return sum(map(mix, ids)) & MASK


def header(kind, records, size, flags, first, digest, run, part, record_size, version=1, crc=None):
    """crc: another than the right one."""
    head = MARK + struct.pack("<BcHIIIQQQIII", version, kind.encode(), 0, records, size, flags, first, digest, run,
                              *part, record_size)
    return head + struct.pack("<I", zlib.crc32(head) if crc is None else crc)


def frame(kind, records, **more):
    """A frame of records (bytes each)."""
    ids = [struct.unpack_from("<Q", r)[0] for r in records]
    more.setdefault("record_size", len(records[0]))
    return payload_frame(kind, b"".join(records), ids, **more)


def payload_frame(kind, payload, ids, record_size, run=0, part=(0, 1), level=0, size=None, count=None, gzip_crc=None,
                  **more):
    """size, count, gzip_crc: other than the right ones."""
    deflate = zlib.compressobj(level, zlib.DEFLATED, -15)
    body = deflate.compress(payload) + deflate.flush()
    crc = zlib.crc32(payload) if gzip_crc is None else gzip_crc
    flags = 2 if list(ids) == sorted(set(ids)) else 0
    length = 72 + len(body) + 8 if size is None else size
    return header(kind, len(ids) if count is None else count, length, flags, ids[0], digest(ids), run, part,
                  record_size, **more) + body + struct.pack("<II", crc, len(payload))


def mesh(quads, x=HIT, type=0, separation=0.0, ids=None, groups=None, flags=None, vertices=None):
    """The payload of a frame of kind I: points at t = 0, then the same at t = 1, four indices a query, and what else
    the queries have."""
    half = len(x) // 2
    parts = [struct.pack("<IBBHd", half if vertices is None else vertices, type,
                         (ids is not None) + 2 * (groups is not None) + 4 * (flags is not None), 0, separation)]
    parts += [struct.pack("<6d", *x[i], *x[half + i]) for i in range(half)]
    parts += [struct.pack("<4I", *q) for q in quads]
    parts += [struct.pack(f"<{len(a)}{c}", *a) for a, c in ((ids, "Q"), (groups, "I"), (flags, "B")) if a is not None]
    return b"".join(parts)


def indexed(quads, first=0, run=0, part=(0, 1), level=0, **more):
    """A frame of kind I."""
    payload = mesh(quads, **more)
    ids = more.get("ids") or range(first, first + len(quads))
    return payload_frame("I", payload, ids, len(payload), run=run, part=part, level=level)


def degrees(word):
    """Domain (0 triangle, 1 quad), degrees along u and v, and whether it is rational, of t2, q3x1, q3r."""
    m, *n = word[1:].rstrip("r").split("x")
    return "tq".index(word[0]), int(m), int(n[0] if n else m), word[-1] == "r"


def net(word, z):
    """Control points of a flat patch: over the unit square or a triangle of it, at the height z."""
    quad, m, n, rational = degrees(word)
    w = [1.5] if rational else []
    if quad:
        return [(i / m, j / n, z, *w) for i in range(m + 1) for j in range(n + 1)]
    return [(u / m, v / m, z, *w) for v in range(m + 1) for u in range(m + 1 - v)]


def pair(id, words="q1,q1", T=1.0, change=None, heads=None):
    """A record of kind P: the second patch comes down on the first, a hit at the time 1/2. change(x): changes the
    numbers, points and velocities of both patches one after another. heads: two shapes (bytes) to say instead."""
    first, second = words.split(",") if "," in words else (words, words)
    parts = []
    for word, z, speed in (first, 0.0, 0.0), (second, 1.0, -2.0):
        points = net(word, z)
        parts += points + [(0.0, 0.0, speed) + (0.0,) * (len(p) - 3) for p in points]
    x = [c for p in parts for c in p]
    if change:
        change(x)
    shapes = heads or [struct.pack("<BBBBI", d, m, n, r, 0) for d, m, n, r in (degrees(first), degrees(second))]
    return struct.pack("<Qd", id, T) + b"".join(shapes) + struct.pack(f"<{len(x)}d", *x)



def triangle(id, x=((0, 0, 1), (1, 0, 1), (0, 1, 1)), v=((0, 0, -2),) * 3, T=1.0, solid=0, centre=(0, 0, 0), spin=(0, 0, 0),
             solid_v=(0, 0, 0), solid_centre=(0, 0, 0), solid_spin=(0, 0, 0)):
    """A record of kind S: comes down on the plane z = 0, a hit at the time 1/2."""
    return struct.pack("<QIId33d", id, solid, 0, T, *[c for p in (*x, *v, centre, spin, solid_v, solid_centre, solid_spin)
                                                      for c in p])


def end(kind, ids, run=0, part=(0, 1), flags=1, **more):
    body = zlib.compressobj(0, zlib.DEFLATED, -15).flush()
    return header(kind, 0, 72 + len(body) + 8, flags, len(ids), digest(ids), run, part, SIZE.get(kind, 216), **more) \
        + body + struct.pack("<II", 0, 0)


def stream(n, per_frame=4, **more):
    """n queries, all hits, with ids from 0."""
    frames = [frame("Q", [query(i) for i in range(k, min(k + per_frame, n))], **more) for k in range(0, n, per_frame)]
    return b"".join(frames) + end("Q", range(n))


def damaged(kind, record):
    """A stream of three frames of five records, record(id) each, as a whole and damaged in ways that all kinds share: by name."""
    good = b"".join(frame(kind, [record(5 * k + i) for i in range(5)]) for k in range(3)) + end(kind, range(15))
    n = (len(good) - len(end(kind, range(15)))) // 3
    return {
        "good": good,
        "cut-in-record": good[:n + 1000],
        "cut-in-header": good[:n + 50],
        "no-end": good[:3 * n],
        "frame-missing": good[:n] + good[2 * n:],
        "payload-bit": good[:n + 300] + bytes([good[n + 300] ^ 4]) + good[n + 301:],
        "garbage": good[:n] + b"garbage" * 10 + good[n:],
    }
