"""Deletes users for CUSTOM destinations of Lethe. Python 3.9 or later, nothing to install."""
import http.client, json, os, time, urllib.request, uuid

URL, TOKEN, LEASE_SECONDS = os.environ["LETHE_URL"], os.environ["LETHE_TOKEN"], 300
NO_ANSWER = (OSError, ValueError, http.client.HTTPException)  # or one that is an error, or no JSON


class Refused(Exception):
    """A user whom you do not delete. The text is shown with the regulation: no identifier in it."""


def delete_user(user):
    """Yours. Raise Refused for a user whom you refuse, anything else to be asked again, up to three times."""
    raise NotImplementedError("write delete_user: who returns from it is recorded as deleted")


def call(path, body, tries=10):
    headers = {"authorization": f"Bearer {TOKEN}", "content-type": "application/json"}
    request = urllib.request.Request(URL + "/v2/deletion-jobs/" + path, json.dumps(body).encode(), headers)
    try:
        return json.loads(urllib.request.urlopen(request, timeout=30).read() or "null")  # null: nothing waits
    except NO_ANSWER as error:
        if tries == 1 or (400 <= (code := getattr(error, "code", 0)) < 500 and code not in (408, 429)):
            raise
    return time.sleep(3) or call(path, body, tries - 1)


def work(job):
    lease, renewed, refused, threw = {"leaseToken": job["leaseToken"]}, time.monotonic(), [], ""
    for user in job["users"]:
        if time.monotonic() - renewed > LEASE_SECONDS / 3:
            renewed = time.monotonic()  # an error here ends the work: somebody else may have the job
            call(job["id"] + "/heartbeat", {**lease, "leaseSeconds": LEASE_SECONDS})
        try:
            delete_user(user)
        except Exception as error:
            threw = threw if isinstance(error, Refused) else type(error).__name__
            reason = str(error).strip()[:500] if isinstance(error, Refused) else threw
            refused.append({"userId": user["userId"], "reason": reason or "refused"})
    again = threw and job["attempt"] < 3  # everybody, later; the fourth time those who were deleted are done
    report = {"status": "failed", "reason": threw} if again else {"status": "complete", "refused": refused}
    call(job["id"] + "/report", {**lease, **report})


while True:
    try:
        claimed = call("claim", {"claimId": str(uuid.uuid4()), "leaseSeconds": LEASE_SECONDS})
        work(claimed["job"]) if claimed else time.sleep(5)
    except NO_ANSWER as error:
        print("trying again:", error, flush=True)
        time.sleep(5)
