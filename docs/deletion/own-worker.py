"""Deletes users for CUSTOM destinations of Lethe. Python 3.9 or later, nothing to install."""
import http.client, json, os, time, urllib.request, uuid

URL, TOKEN, LEASE_SECONDS = os.environ["LETHE_URL"], os.environ["LETHE_TOKEN"], 300
NO_ANSWER = (OSError, ValueError, http.client.HTTPException)  # or one that is an error, or no JSON


class Refused(Exception):
    """A user whom you do not delete. The text is shown with the regulation: no identifier in it."""


def delete_user(user):
    """Yours. Raise Refused for a user whom you refuse, anything else to be asked again later."""
    print("deleting the user of regulation", user["regulationId"], flush=True)


def call(path, body, tries=1):
    headers = {"authorization": f"Bearer {TOKEN}", "content-type": "application/json"}
    request = urllib.request.Request(URL + "/v2/deletion-jobs/" + path, json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read() or "null")  # null: nothing waits
    except NO_ANSWER as error:
        if tries == 1 or 400 <= getattr(error, "code", 0) < 500:
            raise
    time.sleep(3)
    return call(path, body, tries - 1)


def work(job):
    lease, renewed, refused = {"leaseToken": job["leaseToken"]}, time.monotonic(), []
    for user in job["users"]:
        if time.monotonic() - renewed > LEASE_SECONDS / 3:
            renewed = time.monotonic()  # an error here ends the work: somebody else may have the job
            call(job["id"] + "/heartbeat", {**lease, "leaseSeconds": LEASE_SECONDS})
        try:
            delete_user(user)
        except Refused as error:
            refused.append({"userId": user["userId"], "reason": str(error).strip()[:500] or "refused"})
        except Exception as error:
            return call(job["id"] + "/report", {**lease, "status": "failed", "reason": type(error).__name__}, 10)
    call(job["id"] + "/report", {**lease, "status": "complete", **({"refused": refused} if refused else {})}, 10)


while True:
    try:
        claimed = call("claim", {"claimId": str(uuid.uuid4()), "leaseSeconds": LEASE_SECONDS}, 10)
        work(claimed["job"]) if claimed else time.sleep(5)
    except NO_ANSWER as error:
        print("trying again:", error, flush=True)
        time.sleep(5)
