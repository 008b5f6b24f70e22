import { defined, pageIn, textIn } from "../../../ui/browser/address.ts"

/** Reads the conditions of the security log from the address. */
export const logSearchIn = (search: Readonly<Record<string, unknown>>) =>
  defined({
    action: textIn(search.action),
    actor: textIn(search.actor),
    target: textIn(search.target),
    from: textIn(search.from),
    to: textIn(search.to),
    page: pageIn(search.page)
  })

/** The conditions in the address, by which the log is filtered. */
export type LogSearch = ReturnType<typeof logSearchIn>
