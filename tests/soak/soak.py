"""Long streams through pipes: a thousand million queries of the family mixed, in constant memory.

    soak.py [NUMBER OF QUERIES]        default 1e9; $BIN: where the commands are

Runs ccd-gen | ccd-vf --keep --contacts | ccd-cat --info on all of them, and ccd-gen | ccd-ee --keep --contacts |
ccd-verify --exact on a fiftieth. Prints the time and the peak of resident memory of each command, and fails if one has
taken more than LIMIT, or grown by more than GROWTH after the first quarter of its time, or if anything but the right
number of right answers comes out. Linux only: it looks into /proc."""
import os
import subprocess
import sys
import time

LIMIT, GROWTH = 96 << 20, 4 << 20
BIN = os.environ.get("BIN") or "bin"


def peak(pid):
    """Bytes of resident memory at most so far; None when the process has ended."""
    try:
        with open(f"/proc/{pid}/status") as status:
            for line in status:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) << 10
    except (FileNotFoundError, ProcessLookupError):
        pass
    return None


def start(commands):
    """The commands as one pipe; the last one's output is kept."""
    processes = []
    for command in commands:
        feeder = processes[-1].stdout if processes else subprocess.DEVNULL
        processes.append(subprocess.Popen([f"{BIN}/{command[0]}", *command[1:]], stdin=feeder, stdout=subprocess.PIPE,
                                          text=command is commands[-1]))
        if len(processes) > 1:
            feeder.close()
    return processes


def run(commands, right):
    """True if all commands end well, in bounded memory, and what the last one says is right."""
    processes, begin = start(commands), time.monotonic()
    peaks = [[] for _ in processes]  # (time, bytes)
    ended = {}
    while len(ended) < len(processes):
        for process, samples in zip(processes, peaks):
            now, size = time.monotonic() - begin, peak(process.pid)
            if size:
                samples.append((now, size))
            if process.poll() is not None:
                ended.setdefault(process.pid, now)
        time.sleep(0.05)
    said = processes[-1].stdout.read()
    good = right(said)
    print(" | ".join(" ".join(command) for command in commands))
    for command, process, samples in zip(commands, processes, peaks):
        seconds, most = ended[process.pid], samples[-1][1]
        early = max((size for at, size in samples if at <= seconds / 4), default=most)
        fault = ["status %d" % process.returncode] * (process.returncode != 0)
        fault += ["more than %d MB" % (LIMIT >> 20)] * (most > LIMIT)
        fault += ["%.1f MB after a quarter of its time" % (early / 2**20)] * (most > early + GROWTH)
        print("    %-10s %9.1f s %8.1f MB   %s" % (command[0], seconds, most / 2**20, ", ".join(fault)))
        good = good and not fault
    if not good:
        print(said)
    print("    " + ("right" if good else "WRONG"), flush=True)
    return good


def main():
    n = int(float(sys.argv[1])) if len(sys.argv) > 1 and sys.argv[1] else 10**9
    few = max(n // 50, 1)

    def counted(said):
        counts = {line.split()[0]: int(line.split()[4]) for line in said.splitlines()[1:-1]}
        return counts.get("Q") == counts.get("R") == n and said.endswith("\ncomplete\n")

    def generate(kind, count):
        return ["ccd-gen", kind, "--family", "mixed", "-n", str(count)]

    good = run([generate("vf", n), ["ccd-vf", "--keep", "--contacts"], ["ccd-cat", "--info"]], counted)
    good &= run([generate("ee", few), ["ccd-ee", "--keep", "--contacts"], ["ccd-verify", "--exact", "--strict", "-"]],
                lambda said: said.startswith(f"OK: {few:,} queries"))
    return 0 if good else 1


sys.exit(main())
