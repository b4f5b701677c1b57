#!/usr/bin/env python3
"""Tables of every position made by several processes: what it costs beside one, and what they tell each other.

    bench/ranks.py [--ranks 2,4] [VARIANT …]

Each table is made by one process and by so many under mpirun, which is Open MPI's, and the files are compared byte for byte. Seconds are
those of processors, starting up included. Efficiency is what one process takes, divided by as often as there are processes what
the busiest of them takes: what is left of as many processors where each has one to itself. --base names another program whose one
process is measured beside, in turns with ours, as often as --times says.
"""
import argparse
import filecmp
import os
import re
import resource
import subprocess
import sys
import tempfile

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
BOARDS = ["ataxx:size=4x4", "ataxx:size=3x5", "hexxagon:size=3", "penntagon:size=3x3"]
COSTS = re.compile(r"\d+ processes: (\d+) messages, ([\d.]+) MB, (\d+) meetings; ([\d.]+) s of processors, ([\d.]+) s and (\d+) MB of one")


def solve(program, variant, folder, ranks=0):
    """What was printed, and the seconds of processors."""
    environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        (["mpirun", "--oversubscribe", "-np", str(ranks)] if ranks else []) +
        [program, "solve", variant, "--method", "retrograde", "--memory", "4000", "--tables", folder],
        stdout=subprocess.PIPE, text=True, env=environment, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ranks", default="2,4")
    parser.add_argument("--program", default="build/tavoliere")
    parser.add_argument("--base", help="another program, to compare one process of either")
    parser.add_argument("--times", type=int, default=1, help="how often one process is measured; the least counts")
    parser.add_argument("variants", nargs="*", default=BOARDS)
    given = parser.parse_args()
    print("| table | processes | s of one | efficiency | MB of one | MB told | messages | meetings | bytes a look |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|", flush=True)
    for variant in given.variants:
        with tempfile.TemporaryDirectory() as folder:
            own, base = [], []
            for _ in range(given.times):
                for program, seconds in ((given.program, own), (given.base, base)):
                    if program:
                        with tempfile.TemporaryDirectory() as other:
                            said, taken = solve(program, variant, other)
                            seconds.append(taken)
                            name = os.listdir(other)[0]
                            os.replace(os.path.join(other, name), os.path.join(folder, name))
            looks = int(re.search(r"(\d+) nodes", said).group(1))
            note = f" (base {min(base):.2f})" if base else ""
            print(f"| `{variant}` | alone | {min(own):.2f}{note} | | | | | | |", flush=True)
            for ranks in (int(n) for n in given.ranks.split(",")):
                with tempfile.TemporaryDirectory() as other:
                    said, _ = solve(given.program, variant, other, ranks)
                    if not filecmp.cmp(os.path.join(folder, name), os.path.join(other, name), shallow=False):
                        sys.exit(f"ranks: {variant} by {ranks} is another file")
                messages, megabytes, meetings, _, most, memory = (float(n) for n in COSTS.search(said).groups())
                print(f"| | {ranks} | {most:.2f} | {min(own) / ranks / most:.0%} | {memory:.0f} | {megabytes:,.0f} | {messages:,.0f} | "
                      f"{meetings:,.0f} | {1e6 * megabytes / looks:.0f} |", flush=True)


main()
