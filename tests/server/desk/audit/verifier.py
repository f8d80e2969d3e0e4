"""A second verifier of the sealed chain, written from src/docs/decisions/2026-11-22-sealed-chain.md alone.

    AUDIT_KEY=… python3 verifier.py portal.db          the embedded database
    AUDIT_KEY=… python3 verifier.py folder/            <table>.jsonl, a row a line, of any database
    AUDIT_KEY=… python3 verifier.py … heads.jsonl      compares heads that left the machine, too

Prints what does not hold, a place a line, and ends with 1 if there is any.
"""

import hashlib
import hmac
import json
import os
import sqlite3
import sys

# Key columns of each covered table, and columns that are no evidence.
COVERED = {
    "account": (["id"], ["language", "mails_hourly"]),
    "application": (["number"], []),
    "audit_entry": (["seq"], []),
    "authority_notice": (["application_number"], []),
    "body_notice": (["id"], []),
    "company_identity": (["account_id", "issuer"], []),
    "desk_setting": (["name"], []),
    "dispute": (["id"], []),
    "earlier_record": (["id"], []),
    "erasure_notice": (["application_number"], []),
    "history_entry": (["application_number", "revision"], []),
    "held_report": (["name"], ["checked_at", "damaged_at"]),
    "installation": (["id"], []),
    "lead_nomination": (["id"], []),
    "letter_template": (["id"], []),
    "live_grant": (["id"], []),
    "live_token": (["id"], ["last_used_at", "last_network"]),
    "note": (["id"], []),
    "opinion": (["question_id"], []),
    "passkey": (["id"], []),
    "past_authority_notice": (["id"], []),
    "quote": (["id"], []),
    "recipient": (["application_number"], []),
    "recipient_file": (["name"], ["checked_at", "damaged_at"]),
    "recovery_code": (["account_id", "digest"], []),
    "report": (
        ["application_number"],
        ["checked_at", "damaged_at", "package_checked_at", "package_damaged_at"],
    ),
    "second_factor": (["account_id"], []),
    "series_object": (["id"], ["checked_at", "damaged_at"]),
    "stored_file": (["id"], ["checked_at", "damaged_at"]),
    "supplement": (["application_number", "revision"], []),
    "vehicle": (["id"], []),
    "vehicle_link": (["id"], []),
}
TABLES = ["audit_head", "seal", *COVERED]


def canonical(values):
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def keyed(key, values):
    return hmac.new(key.encode("utf-8"), canonical(values), hashlib.sha256).hexdigest()


def read(path):
    if os.path.isdir(path):
        return {table: read_lines(os.path.join(path, table + ".jsonl")) for table in TABLES}
    database = sqlite3.connect(path)
    database.row_factory = sqlite3.Row
    return {t: [dict(row) for row in database.execute("select * from " + t)] for t in TABLES}


def read_lines(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.startswith("{")]


def pick(row, columns):
    return [row[column] for column in columns]


def links_of_seals(seals, keys):
    previous = {"seq": 0, "hash": ""}
    for seal in seals:
        key = keys.get(seal["key_id"])
        values = ["seal", previous["hash"]] + pick(seal, "seq at kind subject digest key_id".split())
        if seal["seq"] != previous["seq"] + 1 or not key or seal["hash"] != keyed(key, values):
            yield "seal %d" % seal["seq"]
        if seal["kind"] == "break":
            table, _, row = seal["subject"].partition(" ")
            yield place(table, row) if row else "seals moved %d" % seal["seq"]
        elif seal["kind"] not in COVERED:
            yield "seal %d of an unknown table" % seal["seq"]
        previous = seal


def end_holds(head, seals, keys):
    last = seals[-1] if seals else {"seq": 0, "hash": ""}
    if (head["seal_seq"], head["seal_hash"]) != (last["seq"], last["hash"]):
        return False
    if head["seal_seq"] == 0:
        return True
    key = keys.get(head["key_id"])
    values = ["end", *pick(head, "seal_seq seal_hash entry_seq entry_hash".split())]
    return bool(key) and head["mac"] == keyed(key, values)


def rows_of(tables):
    """Every covered row by its table and key, as the chain digests it."""
    rows = {}
    for table, (key, excepted) in COVERED.items():
        for row in tables[table]:
            subject = canonical(pick(row, key)).decode("utf-8")
            columns = sorted(c for c in row if row[c] is not None and c not in excepted)
            values = [part for column in columns for part in (column, row[column])]
            rows[table, subject] = [table, subject, *values]
    return rows


def place(table, subject):
    key = json.loads(subject)
    return " ".join([table, *("null" if part is None else str(part) for part in key)])


def compare(rows, seals, keys):
    last = {(seal["kind"], seal["subject"]): seal for seal in seals if seal["kind"] in COVERED}
    for name in {*rows, *last}:
        row, seal = rows.get(name), last.get(name)
        key = keys.get(seal["key_id"]) if seal else None
        if not key or seal["digest"] != ("" if row is None else keyed(key, row)):
            yield place(*name)


def compare_heads(heads, seals, keys):
    hashes = {seal["seq"]: seal["hash"] for seal in seals}
    for head in heads:
        key = keys.get(head["key"])
        isSigned = key and head["mac"] == keyed(key, ["head", head["seq"], head["at"], head["hash"]])
        if not isSigned or hashes.get(head["seq"]) != head["hash"]:
            yield "head %d" % head["seq"]


def verify(tables, keys, heads):
    seals = sorted(tables["seal"], key=lambda seal: seal["seq"])
    yield from links_of_seals(seals, keys)
    if not end_holds(tables["audit_head"][0], seals, keys):
        yield "seals end"
    yield from compare(rows_of(tables), seals, keys)
    yield from compare_heads(heads, seals, keys)


def main():
    secrets = [key.strip() for key in os.environ["AUDIT_KEY"].split(",")]
    keys = {keyed(secret, ["key"])[:16]: secret for secret in secrets}
    heads = read_lines(sys.argv[2]) if len(sys.argv) > 2 else []
    broken = sorted(set(verify(read(sys.argv[1]), keys, heads)))
    for place in broken:
        print(place)
    sys.exit(1 if broken else 0)


main()
