import { useState } from "react"
import type { Answer } from "../../../api/contract.ts"
import { useMay } from "../../../api/session.ts"
import { Badge } from "../../../ui/Badge.tsx"
import { Button } from "../../../ui/Button.tsx"
import { Fact, Facts } from "../../../ui/data/Facts.tsx"
import { Card } from "../../../ui/Page.tsx"
import { Time, useNow } from "../../../ui/Time.tsx"
import { callPurpose, consentBasis } from "../../../ui/words/value-words.ts"
import { Withdraw } from "../consent/Withdraw.tsx"
import { standingOf } from "./consent-standing.ts"

type Entry = NonNullable<Answer<"GET", "/v1/contacts/:id/history">["consents"]>[number]

interface ContactConsentsProps {
  readonly phoneNumber: string
  readonly entries: ReadonlyArray<Entry>
}

/** On what basis the number may be called, the latest consent first, and the withdrawals. */
export const ContactConsents = ({ phoneNumber, entries }: ContactConsentsProps) => {
  const mayWithdraw = useMay("MEMBER")
  const [isWithdrawing, setWithdrawing] = useState(false)
  const now = new Date(useNow()).toISOString()
  const canWithdraw = entries.length === 0 || entries.some(({ withdrawnAt }) => withdrawnAt === null)
  return (
    <Card
      title="Consent"
      actions={
        mayWithdraw &&
        canWithdraw && (
          <Button small onClick={() => setWithdrawing(true)}>
            Withdraw the consent
          </Button>
        )
      }
    >
      {entries.length === 0 ? (
        <p className="text-muted">No consent is recorded for this number.</p>
      ) : (
        <ul className="flex flex-col gap-4">
          {entries
            .toSorted((one, other) => other.at.localeCompare(one.at))
            .map((entry) => (
              <li key={`${entry.purpose} ${entry.at}`} className="flex flex-col gap-1.5">
                <Consent entry={entry} standing={standingOf(entry, entries, now)} />
              </li>
            ))}
        </ul>
      )}
      <Withdraw phoneNumber={isWithdrawing ? phoneNumber : undefined} onDone={() => setWithdrawing(false)} />
    </Card>
  )
}

const standings = {
  GIVEN: undefined,
  WITHDRAWN: { tone: "bad", label: "Withdrawn" },
  SUPERSEDED: { tone: "bad", label: "Older than a withdrawal" },
  EXPIRED: { tone: "warn", label: "Expired" },
  NOT_YET: { tone: "info", label: "Not valid yet" }
} as const

const Consent = ({ entry, standing }: { readonly entry: Entry; readonly standing: keyof typeof standings }) => {
  const state = standings[standing]
  const isOnlyWithdrawal = entry.basis === "NONE"
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-medium">
          {isOnlyWithdrawal ? "No consent recorded" : consentBasis.of(entry.basis).label}
        </span>
        {state !== undefined && <Badge tone={state.tone}>{state.label}</Badge>}
      </div>
      <Facts>
        <Fact name="For">{callPurpose.of(entry.purpose).label}</Fact>
        {!isOnlyWithdrawal && (
          <>
            <Fact name="Since">
              <Time value={entry.at} />
            </Fact>
            <Fact name="Source">
              <bdi>{entry.source}</bdi>
            </Fact>
          </>
        )}
        {entry.evidence !== null && (
          <Fact name="Evidence">
            <bdi>{entry.evidence}</bdi>
          </Fact>
        )}
        {entry.expiresAt !== null && (
          <Fact name="Expires">
            <Time value={entry.expiresAt} />
          </Fact>
        )}
        {entry.withdrawnAt !== null && (
          <Fact name="Withdrawn">
            <Time value={entry.withdrawnAt} />
            {entry.withdrawnThrough !== null && (
              <>
                {" by "}
                <bdi>{entry.withdrawnThrough}</bdi>
              </>
            )}
          </Fact>
        )}
      </Facts>
    </>
  )
}
