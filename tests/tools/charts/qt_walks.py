"""Walks an SCXML document in Qt: reads walks as JSON, writes what was seen of each as JSON.

A walk is {"document": text, "steps": [{"name": text, "data": object}]}; what is seen is the list of
states and logged words at the start and after each step.
"""

import json
import sys
import tempfile

from PySide2.QtCore import QCoreApplication
from PySide2.QtScxml import QScxmlStateMachine

app = QCoreApplication(sys.argv)


def walk(document, steps):
    with tempfile.NamedTemporaryFile("w", suffix=".scxml", encoding="utf-8") as file:
        file.write(document)
        file.flush()
        machine = QScxmlStateMachine.fromFile(file.name)
    errors = machine.parseErrors()
    if errors:
        raise SystemExit("\n".join(str(error.toString()) for error in errors))
    logged = []
    machine.log.connect(lambda _label, text: logged.append(text))

    def seen():
        for _ in range(3):
            app.processEvents()
        words = list(logged)
        logged.clear()
        return {"states": sorted(machine.activeStateNames(True)), "effects": words}

    machine.start()
    looks = [seen()]
    for step in steps:
        machine.submitEvent(step["name"], json.dumps(step["data"]))
        looks.append(seen())
    machine.stop()
    machine.deleteLater()
    return looks


json.dump([walk(**one) for one in json.load(sys.stdin)], sys.stdout)
