"""Deletes and verifies users of CUSTOM destinations of Lethe. Needs Python 3.9 or later, and no packages."""
import http.client, json, os, time, urllib.request, uuid

URL, TOKEN, LEASE_SECONDS = os.environ["LETHE_URL"], os.environ["LETHE_TOKEN"], 300
NO_ANSWER = (OSError, ValueError, http.client.HTTPException)  # no response, an HTTP error, or not JSON


class Refused(Exception):
    """Raised for a user whom you refuse to delete. Its text is shown with the regulation: put no identifier in it."""


def delete_user(user):
    """Write this function. Raise Refused to refuse the user. Any other exception is retried, up to three times."""
    raise NotImplementedError("write delete_user: when it returns, the user is recorded as deleted")


def find_user(user):
    """Write this function, and change nothing in it. Return how many rows or records your system has of the user."""
    raise NotImplementedError("write find_user: without it, the answer to each verification is cannot_be_checked")


def call(path, body, tries=10):
    headers = {"authorization": f"Bearer {TOKEN}", "content-type": "application/json"}
    request = urllib.request.Request(URL + "/v2/deletion-jobs/" + path, json.dumps(body).encode(), headers)
    try:
        return json.loads(urllib.request.urlopen(request, timeout=30).read() or "null")  # null: no job
    except NO_ANSWER as error:
        if tries == 1 or (400 <= (code := getattr(error, "code", 0)) < 500 and code not in (408, 429)):
            raise
    return time.sleep(3) or call(path, body, tries - 1)


def users_of(job):
    renewed = time.monotonic()
    for user in job["users"]:
        if time.monotonic() - renewed > LEASE_SECONDS / 3:
            renewed = time.monotonic()  # an error here stops the work: another worker may have the job
            call(job["id"] + "/heartbeat", {"leaseToken": job["leaseToken"], "leaseSeconds": LEASE_SECONDS})
        yield user


def delete(job):
    refused, threw = [], ""
    for user in users_of(job):
        try:
            delete_user(user)
        except Exception as error:
            threw = threw if isinstance(error, Refused) else type(error).__name__
            reason = str(error).strip()[:500] if isinstance(error, Refused) else threw
            refused.append({"userId": user["userId"], "reason": reason or "refused"})
    again = threw and job["attempt"] < 3  # retry all users; at the fourth attempt keep the deleted ones
    return {"status": "failed", "reason": threw} if again else {"status": "complete", "refused": refused}


def verify(job):
    found = []
    for user in users_of(job):
        try:
            count = find_user(user)
        except Exception as error:  # then report no user as absent
            status = "cannot_be_checked" if isinstance(error, NotImplementedError) else "failed"
            return {"status": status, "reason": type(error).__name__}
        if count > 0:
            found.append({"userId": user["userId"], "count": count})
    return {"status": "verified", "found": found}


while True:
    try:
        claimed = call("claim", {"claimId": str(uuid.uuid4()), "leaseSeconds": LEASE_SECONDS, "verifications": True})
        if claimed:
            job = claimed["job"]
            report = verify(job) if job["kind"] == "verify" else delete(job)
            call(job["id"] + "/report", {"leaseToken": job["leaseToken"], **report})
        else:
            time.sleep(5)
    except NO_ANSWER as error:
        print("trying again:", error, flush=True)
        time.sleep(5)
