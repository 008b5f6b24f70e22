"""The API from Python, with nothing but its standard library:
CARILLON_URL=http://127.0.0.1:8080 CARILLON_KEY=sk_live_... python3 examples/python.py
"""

import json
import os
import uuid
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

URL = os.environ.get("CARILLON_URL", "http://127.0.0.1:8080")
KEY = os.environ["CARILLON_KEY"]


class Refused(Exception):
    def __init__(self, failure):
        super().__init__(f"{failure['code']}: {failure['message']}")
        self.failure = failure


def call(method, path, body=None, **query):
    """Returns the answer as a dict; raises Refused with the message of the service."""
    headers = {"x-api-key": KEY}
    if body is not None:
        headers["content-type"] = "application/json"
    if method == "POST":
        # A retry after a lost connection has no second effect.
        headers["idempotency-key"] = str(uuid.uuid4())
    url = f"{URL}/v1{path}" + (f"?{urlencode(query)}" if query else "")
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(url, data=data, method=method, headers=headers), timeout=30) as answer:
            return json.load(answer)
    except HTTPError as error:
        raise Refused(json.load(error)) from None


audience = call("POST", "/audiences", {"name": "March reminders"})
people = [{"name": "Asha Rao", "phoneNumber": "+919812345621"}, {"name": "Omar Das", "phoneNumber": "12345"}]
result = call("POST", "/contacts/bulk", {"contacts": people})
print(f"{result['created']} created, {result['updated']} updated, {result['failed']} refused")
call("POST", f"/audiences/{audience['id']}/contacts", {"contactIds": [one["id"] for one in result["contacts"]]})

page = call("GET", f"/audiences/{audience['id']}/contacts", limit=10)
print(f"{audience['name']}: {', '.join(contact['name'] for contact in page['data'])}")

try:
    call("POST", "/campaigns/none/start")
except Refused as refused:
    print(refused)
