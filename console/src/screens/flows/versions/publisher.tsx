import { Time } from "../../../ui/Time.tsx"
import type { Flow } from "../flow-draft.ts"

type Author = Pick<Flow, "publishedBy" | "publishedByName">

/** Names the author of a version: a person by name, or the kind of token or key. */
export const publisherOf = ({ publishedBy, publishedByName }: Author): string =>
  publishedByName ?? (publishedBy === null ? "unknown" : (machines[publishedBy.split(":")[0] ?? ""] ?? publishedBy))

const machines: Readonly<Record<string, string>> = {
  admin: "the admin token",
  "admin-token": "an admin token",
  key: "an API key",
  person: "a person",
  service: "the service"
}

/** Such as "by Ann, 5 min ago". */
export const Published = ({ of, at }: { readonly of: Author; readonly at: string }) => (
  <>
    by {publisherOf(of)}, <Time value={at} isRelative />
  </>
)
