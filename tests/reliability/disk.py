"""What a disk holds after a power cut, from what disk_layer.cpp wrote down."""
import os
import struct
from collections import namedtuple

Record = namedtuple("Record", "kind path time place data")
HEADER = struct.Struct("<c3xIII" "Qq")
SECTOR = 512


def read_log(name):
    records = []
    with open(name, "rb") as file:
        log = file.read()
    at = 0
    while at + HEADER.size <= len(log):
        kind, path, data, _, time, place = HEADER.unpack_from(log, at)
        end = at + HEADER.size + path + data
        if end > len(log):
            break
        records.append(Record(kind.decode(), log[at + HEADER.size:at + HEADER.size + path].decode(), time, place,
                              log[at + HEADER.size + path:end]))
        at = end
    return records


class File:
    def __init__(self):
        self.safe = None  # on the disk in any case; None: there is no file
        self.pending = []  # (number, record), done since


def apply(content, record):
    """The content after a write, a truncation or a removal."""
    if record.kind == "u":
        return None
    content = bytearray() if content is None else content
    if record.kind == "t":
        del content[record.place:]
        content.extend(bytes(record.place - len(content)))
    else:
        end = record.place + len(record.data)
        content.extend(bytes(max(0, end - len(content))))
        content[record.place:end] = record.data
    return content


def in_sectors(record):
    """The parts of a write that a disk does one by one."""
    at = 0
    while at < len(record.data):
        size = SECTOR - (record.place + at) % SECTOR
        yield record._replace(place=record.place + at, data=record.data[at:at + size])
        at += size


def sync_folder(files, record):
    """Which files there are is on the disk: those that were removed before do not come back."""
    for path, file in files.items():
        removed = [i for i, (number, done) in enumerate(file.pending) if done.kind == "u" and number < record.place]
        if removed and os.path.dirname(path) == record.path:
            file.safe = None
            del file.pending[:removed[-1] + 1]


WAYS = ("lost", "torn", "pages", "ordered")


def after_cut(records, way, dice):
    """The files after a power cut behind these records. What was synced is there. Of the rest there is, by `way`: nothing; a half of the
    sectors; a half of the writes; or all that was done before some moment."""
    files = {}
    for number, record in enumerate(records):
        if record.kind == "s" and any(os.path.dirname(path) == record.path for path in files):
            sync_folder(files, record)
            continue
        file = files.setdefault(record.path, File())
        if record.kind != "s":
            file.pending.append((number, record))
            continue
        for _, done in [one for one in file.pending if one[0] < record.place]:
            file.safe = apply(file.safe, done)
        file.pending = [one for one in file.pending if one[0] >= record.place]
    moment = dice.randrange(len(records) + 1)
    result = {}
    for path, file in files.items():
        content = file.safe
        for number, record in file.pending:
            parts = [record]
            if way == "lost":
                parts = []
            elif way == "ordered":
                parts = parts if number < moment else []
            elif way == "torn" and record.kind == "w":
                parts = [part for part in in_sectors(record) if dice.random() < 0.5]
            else:
                parts = parts if dice.random() < 0.5 else []
            for part in parts:
                content = apply(content, part)
        if content is not None:
            result[path] = bytes(content)
    return result


def write_files(files, old_folder, new_folder):
    os.makedirs(new_folder)
    for path, content in files.items():
        name = os.path.basename(path)
        if os.path.dirname(path) == old_folder and not name.endswith("-shm"):
            with open(os.path.join(new_folder, name), "wb") as file:
                file.write(content)
