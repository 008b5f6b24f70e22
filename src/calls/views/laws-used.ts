import type { LawVersion } from "../attempts/LawVersions.ts"
import type { AuditedCall } from "./AuditTrails.ts"

/** The attempts by the version of the rules of law by which they were placed; an empty version: none was recorded. */
export type LawsUsed = Map<string, LawUse>

interface LawUse {
  readonly attempts: number
  readonly firstAttemptAt: Date
  readonly lastAttemptAt: Date
}

/** Adds the attempts of these calls that the service has placed. */
export const addLaws = (used: LawsUsed, calls: ReadonlyArray<AuditedCall>) => {
  for (const { kind, lawVersion, startedAt } of calls.flatMap(({ attempts }) => attempts)) {
    if (kind !== "OUTBOUND") continue
    const version = lawVersion ?? ""
    const before = used.get(version) ?? { attempts: 0, firstAttemptAt: startedAt, lastAttemptAt: startedAt }
    used.set(version, {
      attempts: before.attempts + 1,
      firstAttemptAt: new Date(Math.min(before.firstAttemptAt.getTime(), startedAt.getTime())),
      lastAttemptAt: new Date(Math.max(before.lastAttemptAt.getTime(), startedAt.getTime()))
    })
  }
}

/** Returns the rules by which the calls were placed: those of the last call, and in `others` the earlier versions. */
export const lawOf = (used: LawsUsed, kept: ReadonlyArray<LawVersion>) => {
  const withoutVersion = used.get("")?.attempts ?? 0
  const [last, ...others] = [...used]
    .filter(([version]) => version !== "")
    .sort(([, one], [, other]) => other.lastAttemptAt.getTime() - one.lastAttemptAt.getTime())
    .map(([version, use]) => ({
      ...{ version, release: null, recordedAt: null, rules: [], places: [] },
      ...kept.find((one) => one.version === version),
      ...use
    }))
  return {
    ...(last ?? { version: null, rules: [] }),
    others,
    attemptsWithoutVersion: withoutVersion,
    note:
      withoutVersion > 0
        ? `${withoutVersion === 1 ? "1 attempt was" : `${withoutVersion} attempts were`} made by a release that did not record its rules of law: those are not in this archive`
        : last === undefined
          ? "No call was placed, so no rules of law are recorded here"
          : null
  }
}
