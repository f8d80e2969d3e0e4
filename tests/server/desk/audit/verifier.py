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

APPLICATION = """kind requester_id state code revision answer_due_at link_ended_at submission_id
 purpose vehicle_id form_json data_request_json information_request information_items
 refusal_ground created_at updated_at""".split()
FILE = "id owner_id usage name media_type size sha256 created_at".split()
SUPPLEMENT = "revision at text files_json".split()
REPORT = """state attempts regenerations kept_until reason file_name rows size sha256
 updated_at""".split()
PACKAGE = "package_name package_size package_sha256".split()
NOTICE = "at recorded_by erased_on text".split()
PAST_AUTHORITY_NOTICE = """application_number since notified_on how recorded_by
 recorded_at""".split()
AUTHORITY_NOTICE = "since notified_on how recorded_by recorded_at".split()
DISPUTE = """application_number state body body_name started_on reference recorded_by recorded_at
 ended_on outcome end_remark ended_by ended_at""".split()
QUOTE = """application_number state currency amounts_json text valid_on valid_until sent_by sent_at
 objected_at objection settled_by settled_at""".split()
BODY_NOTICE = "application_number about at recorded_by facts_json".split()
HANDLING = "assignee_id due_at contact_confirmed_at requester_name reminded_revision".split()
NOTE = "application_number author_id at text".split()
FLAGS = "is_reviewer is_lead is_auditor is_analyst".split()
ENTRY = "at actor_id actor action application_number detail".split()
HISTORY = """application_number revision at actor_id role event from_state to_state text""".split()
APP = "secret pending_secret last_step wrong_tries locked_until".split()
PASSKEY = "id name public_key counter transports created_at last_used_at".split()
LINK = "email linked_from linked_until on_behalf_of".split()
SCAN = "sha256 marks_json scan".split()
TABLES = """audit_entry audit_head seal application history_entry stored_file supplement report
 erasure_notice authority_notice past_authority_notice dispute quote body_notice note account second_factor
 recovery_code passkey vehicle_link""".split()


def canonical(values):
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def sha256(values):
    return hashlib.sha256(canonical(values)).hexdigest()


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


def grouped(rows, column):
    groups = {}
    for row in rows:
        groups.setdefault(row[column], []).append(row)
    return groups


def links_of_log(entries):
    previous = {"seq": 0, "hash": ""}
    for entry in sorted(entries, key=lambda entry: entry["seq"]):
        values = [previous["hash"], entry["seq"], *pick(entry, ENTRY)]
        if entry["seq"] == previous["seq"] + 1 and entry["hash"] != sha256(values):
            yield "audit %d" % entry["seq"]
        previous = entry


def links_of_history(number, revision, entries):
    previous = ""
    for index, entry in enumerate(entries):
        facts = [] if entry["facts_json"] is None else [entry["facts_json"]]
        expected = sha256([previous, *pick(entry, HISTORY), *facts])
        if entry["revision"] != index or entry["hash"] != expected:
            yield "%s revision %d" % (number, entry["revision"])
        previous = entry["hash"]
    if len(entries) != revision + 1:
        yield "%s end" % number


def links_of_seals(seals, keys):
    previous = {"seq": 0, "hash": ""}
    for seal in seals:
        key = keys.get(seal["key_id"])
        values = ["seal", previous["hash"]] + pick(seal, "seq at kind subject digest key_id".split())
        if seal["seq"] != previous["seq"] + 1 or not key or seal["hash"] != keyed(key, values):
            yield "seal %d" % seal["seq"]
        if seal["kind"] == "break":
            yield "seals moved %d" % seal["seq"]
        previous = seal


def end_holds(head, seals, keys):
    last = seals[-1] if seals else {"seq": 0, "hash": ""}
    if (head["seal_seq"], head["seal_hash"]) != (last["seq"], last["hash"]):
        return False
    if head["seal_seq"] == 0:
        return True
    key = keys.get(head["key_id"])
    values = ["end", *pick(head, "seq hash seal_seq seal_hash".split())]
    return bool(key) and head["mac"] == keyed(key, values)


def contents_of(tables, access):
    """Every content by kind and subject, and its place when it does not hold."""
    histories = grouped(sorted(tables["history_entry"], key=lambda e: e["revision"]), "application_number")
    files = grouped(tables["stored_file"], "application_number")
    supplements = grouped(sorted(tables["supplement"], key=lambda s: s["revision"]), "application_number")
    contents = {}
    for entry in tables["audit_entry"]:
        kind = "access" if entry["action"] in access else "entry"
        contents[kind, str(entry["seq"])] = pick(entry, ENTRY)
    for row in tables["application"]:
        number = row["number"]
        history = histories.get(number, [])
        contents["application", number] = pick(row, APPLICATION) + [
            history[-1]["hash"] if history else None,
            [pick(f, FILE) for f in sorted(files.get(number, []), key=lambda f: f["id"])],
            [pick(s, SUPPLEMENT) for s in supplements.get(number, [])],
        ]
        contents["handling", number] = pick(row, HANDLING)
    for row in tables["note"]:
        contents["note", row["id"]] = pick(row, NOTE)
    for row in tables["account"]:
        if 1 in pick(row, FLAGS):
            contents["roles", row["id"]] = [row["email"], *pick(row, FLAGS)]
    for row in tables["report"]:
        package = pick(row, PACKAGE) if row["package_name"] is not None else []
        contents["report", row["application_number"]] = [*pick(row, REPORT), *package]
    for row in tables["erasure_notice"]:
        contents["notice", row["application_number"]] = pick(row, NOTICE)
    for row in tables["authority_notice"]:
        contents["authorityNotice", row["application_number"]] = pick(row, AUTHORITY_NOTICE)
    for row in tables["past_authority_notice"]:
        contents["pastAuthorityNotice", row["id"]] = pick(row, PAST_AUTHORITY_NOTICE)
    for row in tables["dispute"]:
        contents["dispute", row["id"]] = pick(row, DISPUTE)
    for row in tables["quote"]:
        contents["quote", row["id"]] = pick(row, QUOTE)
    for row in tables["body_notice"]:
        contents["bodyNotice", row["id"]] = pick(row, BODY_NOTICE)
    factors = {}
    for part, table in enumerate("second_factor recovery_code passkey".split()):
        for row in tables[table]:
            factors.setdefault(row["account_id"], [[], [], []])[part].append(row)
    for account, (apps, codes, passkeys) in factors.items():
        contents["factor", account] = [
            [pick(app, APP) for app in apps],
            sorted(code["digest"] for code in codes),
            [pick(passkey, PASSKEY) for passkey in sorted(passkeys, key=lambda p: p["id"])],
        ]
    for vehicle, links in grouped(tables["vehicle_link"], "vehicle_id").items():
        rows = sorted(links, key=lambda link: (link["email"], link["linked_from"]))
        contents["links", vehicle] = [pick(link, LINK) for link in rows]
    for row in tables["stored_file"]:
        contents["scan", row["id"]] = pick(row, SCAN)
    return contents, histories


PLACES = {
    "1": {"entry": "audit %s", "access": "audit %s", "application": "%s record", "report": "%s report", "notice": "%s notice"},
    "2": {"handling": "%s handling", "note": "note %s", "roles": "roles of %s"},
    "3": {"authorityNotice": "%s authority notice"},
    "4": {"factor": "second factor of %s", "links": "links of vehicle %s", "scan": "scan of file %s"},
    "5": {"dispute": "%s dispute"},
    "6": {"pastAuthorityNotice": "%s past authority notice"},
    "7": {"quote": "%s quote"},
    "8": {"bodyNotice": "%s body notice"},
}


def compare(contents, seals, keys):
    removed = {}
    for seal in seals:
        if seal["kind"] == "purge":
            kind, before = seal["subject"].split(" ")
            removed[kind] = max(removed.get(kind, 0), int(before))
    begun = {seal["subject"] for seal in seals if seal["kind"] == "genesis"}
    places = {}
    for subject, kinds in PLACES.items():
        if not begun or subject in begun:
            places.update(kinds)
    last = {(seal["kind"], seal["subject"]): seal for seal in seals}
    for name in {name for name in [*contents, *last] if name[0] in places}:
        kind, subject = name
        content, seal = contents.get(name), last.get(name)
        if content is None and seal["at"] < removed.get(kind, 0):
            continue
        key = keys.get(seal["key_id"]) if seal else None
        digest = "" if content is None or not key else keyed(key, [kind, subject, *content])
        if not key or seal["digest"] != digest:
            yield places[kind] % subject


def compare_heads(heads, seals, keys):
    hashes = {seal["seq"]: seal["hash"] for seal in seals}
    for head in heads:
        key = keys.get(head["key"])
        isSigned = key and head["mac"] == keyed(key, ["head", head["seq"], head["at"], head["hash"]])
        if not isSigned or hashes.get(head["seq"]) != head["hash"]:
            yield "head %d" % head["seq"]


def verify(tables, keys, access, heads):
    seals = sorted(tables["seal"], key=lambda seal: seal["seq"])
    contents, histories = contents_of(tables, access)
    yield from links_of_log(tables["audit_entry"])
    for row in tables["application"]:
        yield from links_of_history(row["number"], row["revision"], histories.get(row["number"], []))
    yield from links_of_seals(seals, keys)
    if not end_holds(tables["audit_head"][0], seals, keys):
        yield "seals end"
    yield from compare(contents, seals, keys)
    yield from compare_heads(heads, seals, keys)


def main():
    secrets = [key.strip() for key in os.environ["AUDIT_KEY"].split(",")]
    keys = {keyed(secret, ["key"])[:16]: secret for secret in secrets}
    access = set(os.environ.get("ACCESS_ACTIONS", "").split())
    heads = read_lines(sys.argv[2]) if len(sys.argv) > 2 else []
    broken = sorted(set(verify(read(sys.argv[1]), keys, access, heads)))
    for place in broken:
        print(place)
    sys.exit(1 if broken else 0)


main()
