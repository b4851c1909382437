"""Deletes users of CUSTOM destinations of Lethe. Needs Python 3.9 or later, and no packages."""
import http.client, json, os, time, urllib.request, uuid

URL, TOKEN, LEASE_SECONDS = os.environ["LETHE_URL"], os.environ["LETHE_TOKEN"], 300
NO_ANSWER = (OSError, ValueError, http.client.HTTPException)  # no response, an HTTP error, or not JSON


class Refused(Exception):
    """Raised for a user whom you refuse to delete. Its text is shown with the regulation: put no identifier in it."""


def delete_user(user):
    """Write this function. Raise Refused to refuse the user. Any other exception is retried, up to three times."""
    raise NotImplementedError("write delete_user: when it returns, the user is recorded as deleted")


def call(path, body, tries=10):
    headers = {"authorization": f"Bearer {TOKEN}", "content-type": "application/json"}
    request = urllib.request.Request(URL + "/v2/deletion-jobs/" + path, json.dumps(body).encode(), headers)
    try:
        return json.loads(urllib.request.urlopen(request, timeout=30).read() or "null")  # null: no job
    except NO_ANSWER as error:
        if tries == 1 or (400 <= (code := getattr(error, "code", 0)) < 500 and code not in (408, 429)):
            raise
    return time.sleep(3) or call(path, body, tries - 1)


def work(job):
    lease, renewed, refused, threw = {"leaseToken": job["leaseToken"]}, time.monotonic(), [], ""
    for user in job["users"]:
        if time.monotonic() - renewed > LEASE_SECONDS / 3:
            renewed = time.monotonic()  # an error here stops work(): another worker may have the job
            call(job["id"] + "/heartbeat", {**lease, "leaseSeconds": LEASE_SECONDS})
        try:
            delete_user(user)
        except Exception as error:
            threw = threw if isinstance(error, Refused) else type(error).__name__
            reason = str(error).strip()[:500] if isinstance(error, Refused) else threw
            refused.append({"userId": user["userId"], "reason": reason or "refused"})
    again = threw and job["attempt"] < 3  # retry all users; at the fourth attempt keep the deleted ones
    report = {"status": "failed", "reason": threw} if again else {"status": "complete", "refused": refused}
    call(job["id"] + "/report", {**lease, **report})


while True:
    try:
        claimed = call("claim", {"claimId": str(uuid.uuid4()), "leaseSeconds": LEASE_SECONDS})
        work(claimed["job"]) if claimed else time.sleep(5)
    except NO_ANSWER as error:
        print("trying again:", error, flush=True)
        time.sleep(5)
