/** Words for each action of the security log. */
const words: Readonly<Record<string, string>> = {
  "admin-token.create": "Created an admin token",
  "admin-token.revoke": "Revoked an admin token",
  "api-key.create": "Created an API key",
  "api-key.revoke": "Revoked an API key",
  "call.analyze": "Had a call analyzed again",
  "call.explain": "Read why a call was placed or not",
  "call.fulfill": "Noted a promise as kept",
  "call.hang-up": "Hung a call up",
  "call.label": "Corrected the label of a call",
  "call.listen": "Listened to a call",
  "call.restore": "Put a call back into the queue",
  "call.review": "Decided on a call in the review queue",
  "campaign.cancel": "Cancelled a campaign",
  "campaign.clone": "Copied a campaign",
  "campaign.create": "Created a campaign",
  "campaign.delete": "Deleted a campaign",
  "campaign.flow-version": "Chose another version of the flow for a campaign",
  "campaign.pace": "Changed the pace of a campaign",
  "campaign.pause": "Paused a campaign",
  "campaign.resume": "Resumed a campaign",
  "campaign.start": "Started a campaign",
  "campaign.update": "Changed a campaign",
  "campaign.watch": "Watched the calls of a campaign",
  "contact.delete": "Deleted a contact",
  "contact.erase": "Erased a person",
  "contact.export": "Exported everything about a person",
  "dnc.add": "Added a number to Do Not Contact",
  "dnc.remove": "Removed a number from Do Not Contact",
  "flow.create": "Created a flow",
  "flow.delete": "Deleted a flow",
  "flow.discard": "Discarded the draft of a flow",
  "flow.draft": "Saved a draft of a flow",
  "flow.try": "Tried a flow",
  "flow.update": "Published a version of a flow",
  "frequency-cap.update": "Changed the frequency cap",
  "import.create": "Imported contacts",
  "journey-rule.delete": "Removed a journey rule",
  "journey-rule.put": "Set a journey rule",
  "model.configure": "Set a language model",
  "model.delete": "Removed a language model",
  "organization.create": "Created the organization",
  "organization.update": "Changed the settings of the organization",
  "organization.watch": "Watched live calls",
  "passkey.add": "Added a passkey",
  "passkey.remove": "Removed a passkey",
  "passkey.update": "Renamed a passkey",
  "person.create": "Created an account",
  "person.invite": "Invited a person",
  "person.join": "Accepted an invitation",
  "person.link": "Joined an account with a single sign-on",
  "person.password": "Set a password",
  "person.remove": "Removed a person",
  "person.role": "Changed the role of a person",
  "person.update": "Changed the own name or e-mail address",
  "results.read": "Read the results of calls",
  "review-queue.read": "Read the review queue",
  "second-factor.off": "Turned a second factor off",
  "second-factor.on": "Turned a second factor on",
  "second-factor.recover": "Signed in by a recovery code",
  "secrets.retire": "Retired an encryption key",
  "secrets.rotate": "Had everything sealed anew",
  "session.end": "Signed out",
  "session.open": "Signed in",
  "sign-in-link.create": "Made a sign-in link",
  "speech-profile.clear": "Cleared the speech profile",
  "speech-profile.configure": "Changed the speech profile",
  "spend-cap.set": "Set a spend cap",
  "tool-headers.configure": "Set headers of tools",
  "tool-headers.delete": "Removed headers of tools",
  "tool.test": "Tested a tool",
  "transcript.read": "Read a transcript",
  "webhook-secret.read": "Read the secret of the webhook",
  "webhook-secret.rotate": "Replaced the secret of the webhook",
  "write-back.configure": "Changed the webhook",
  "write-back.end-transcript-links": "Ended all links to transcripts"
}

/** `Paused a campaign` for `campaign.pause`; an action without words is written out: `Call: pick up` for `call.pick-up`. */
export const actionWords = (action: string): string => {
  if (Object.hasOwn(words, action)) return words[action] ?? action
  const [thing = "", deed = ""] = action.split(".").map((part) => part.replaceAll("-", " "))
  return capital(deed === "" ? thing : `${thing}: ${deed}`)
}

/** `Retry delay minutes` for the detail `retryDelayMinutes`. */
export const detailName = (key: string): string =>
  capital(key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))

/** A detail as a person reads it: lists with commas, yes and no, and names in place of `{"by":"password"}`. */
export const detailWords = (value: unknown): string => {
  if (value === null || value === undefined) return "none"
  if (typeof value === "boolean") return value ? "yes" : "no"
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(detailWords).join(", ")
  if (typeof value === "object") {
    return Object.entries(value)
      .map(([key, part]) => `${detailName(key)} ${detailWords(part)}`)
      .join(", ")
  }
  return String(value)
}

const capital = (text: string) => text.replace(/^./u, (letter) => letter.toUpperCase())
