"""Edits a stream of one kind in CSV, from standard input to standard output, by Python statements on `rows` (lists of
fields), `row` (the last row of each id); writes the END that then is right."""
import sys


def mix(z):
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
    return z ^ z >> 31


lines = sys.stdin.read().splitlines()
head = [line for line in lines if line[0] == "#" and not line.startswith("#end")]
end = [line for line in lines if line.startswith("#end")]
rows = [line.split(",") for line in lines if line[0] != "#"]
row = {int(r[0]): r for r in rows}
exec(sys.argv[1])
digest = sum(mix(int(r[0])) for r in rows) % 2**64
print(*head, *(",".join(r) for r in rows), sep="\n")
assert len(end) == 1
print(" ".join(f"records={len(rows)}" if word.startswith("records=") else
               f"digest={digest:016x}" if word.startswith("digest=") else word for word in end[0].split()))
