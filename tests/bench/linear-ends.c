#include "linear-ends.h"
#include "../../cmd/cli.h"
#include "../../formats/crc.h"
#include "bench.h"
#include <fcntl.h>
#include <math.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROUNDS = 10 };

static const char *variable(const char *name, const char *otherwise)
{
    const char *value = getenv(name);
    return value && *value ? value : otherwise;
}

/* Starts a command of the suite (or any, by its path) with these ends. */
static pid_t start(const char *const argv[], int in, int out)
{
    char path[4096];
    const char *bin = strchr(argv[0], '/') ? "" : variable("BIN", "bin");
    snprintf(path, sizeof path, "%s%s%s", bin, *bin ? "/" : "", argv[0]);
    const pid_t child = fork();
    if (child < 0) perror("fork"), exit(2);
    if (child) return child;
    if (dup2(in, 0) < 0 || dup2(out, 1) < 0) _exit(2);
    execv(path, (char *const *)argv);
    perror(path);
    _exit(2);
}

static void finish(pid_t child, const char *what)
{
    int status;
    if (waitpid(child, &status, 0) == child && WIFEXITED(status) && !WEXITSTATUS(status)) return;
    fprintf(stderr, "%s failed\n", what);
    exit(2);
}

/* Processor time of all children that were waited for. */
static double children_seconds(void)
{
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

static int open_null(int flags)
{
    const int null = open("/dev/null", flags | O_CLOEXEC);
    if (null < 0) perror("/dev/null"), exit(2);
    return null;
}

/* One run on a file, which cat hands over through a pipe if `piped`. */
static struct bench_end run(const char *type, const char *file, int piped)
{
    char name[16];
    snprintf(name, sizeof name, "ccd-%s", type);
    const char *const filter[] = {name, "-j", "1", piped ? "-" : file, NULL};
    static const char program[] = "/bin/cat";
    const char *const cat[] = {program, file, NULL};
    int in = open_null(O_RDONLY), out = open_null(O_WRONLY), ends[2];
    pid_t feeder = 0;
    const double wall = cli_seconds(), before = children_seconds();
    if (piped) {
        if (pipe(ends)) perror("pipe"), exit(2);
        fcntl(ends[0], F_SETFD, FD_CLOEXEC);
        fcntl(ends[1], F_SETFD, FD_CLOEXEC);
        feeder = start(cat, in, ends[1]);
        close(ends[1]);
    }
    const pid_t child = start(filter, piped ? ends[0] : in, out);
    if (piped) close(ends[0]);
    finish(child, name);
    const struct bench_end end = {children_seconds() - before, cli_seconds() - wall, 0};
    if (piped) finish(feeder, program);
    close(in);
    close(out);
    return end;
}

/* Processor time of the bytes of a file and of n answers alone. */
static double bytes_alone(const char *file, size_t n)
{
    enum { BLOCK = 1 << 18, ANSWERS = 1024 };
    unsigned char *block = bench_alloc(1, BLOCK);
    const int fd = open(file, O_RDONLY | O_CLOEXEC);
    uint32_t crc = 0;
    ssize_t got;
    const double start = bench_seconds();
    if (fd < 0) perror(file), exit(2);
    while ((got = read(fd, block, BLOCK)) > 0) crc = crc_copy(crc, block, block, (size_t)got);
    if (got < 0) perror(file), exit(2);
    for (size_t i = 0; i < n; i += ANSWERS)
        crc = crc_copy(crc, block, block, ANSWERS * sizeof(struct ccdq_result));
    const double seconds = bench_seconds() - start;
    close(fd);
    free(block);
    return crc ? seconds : INFINITY;
}

static void generate(const char *type, const char *family, size_t n, const char *form, const char *file)
{
    char count[32];
    snprintf(count, sizeof count, "%zu", n);
    const char *const gen[] = {"ccd-gen", type, "--family", family, "-n", count,
                               "--to",    form, "-o",       file,   NULL};
    finish(start(gen, 0, 1), gen[0]);
}

static void keep_best(struct bench_end *best, struct bench_end end, size_t n)
{
    const double processor = 1e9 * end.processor / (double)n, wall = 1e9 * end.wall / (double)n;
    const double bytes = 1e9 * end.bytes / (double)n;
    if (!(processor >= best->processor)) best->processor = processor;
    if (!(wall >= best->wall)) best->wall = wall;
    if (!(bytes >= best->bytes)) best->bytes = bytes;
}

void bench_ends(const char *type, const char *family, size_t n, struct bench_end end[INPUTS])
{
    char file[INPUTS][4096];
    for (int i = 0; i < INPUTS; i++) {
        snprintf(file[i], sizeof file[i], "%s/ccdq-bench-%ld-%s", variable("TMPDIR", "/tmp"), (long)getpid(),
                 i == FROM_INDEXED ? "indexed" : "queries");
        if (i != FROM_FILE) generate(type, family, n, i == FROM_INDEXED ? "indexed" : "ccd", file[i]);
        end[i] = (struct bench_end){1e300, 1e300, 1e300};
    }
    for (int i = 0; i < INPUTS; i++)
        for (int round = 0; round < ROUNDS; round++) {
            struct bench_end once = run(type, file[i], i == FROM_PIPE);
            if (i != FROM_PIPE) once.bytes = bytes_alone(file[i], n);
            keep_best(&end[i], once, n);
        }
    unlink(file[FROM_FILE]);
    unlink(file[FROM_INDEXED]);
}
