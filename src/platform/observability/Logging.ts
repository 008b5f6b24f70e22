import { styleText } from "node:util"
import { Cause, Effect, Layer, Logger, References } from "effect"
import { AppConfig } from "../config.ts"
import { errorText, redact, redactText } from "../secrets/redact.ts"

/** Writes each log entry of the process as one redacted line. */
export const layer = Layer.unwrap(
  Effect.gen(function* () {
    const { logFormat, logLevel } = yield* AppConfig
    return Layer.merge(
      Logger.layer([Logger.withConsoleLog(Logger.make(logFormat === "json" ? jsonLine : prettyLine))]),
      Layer.succeed(References.MinimumLogLevel, effectLevel[logLevel])
    )
  })
)

/** Returns the reasons of a failure as one short redacted text; a defect includes its stack. */
export const causeText = (cause: Cause.Cause<unknown>): string => {
  const texts = cause.reasons.flatMap((reason) =>
    Cause.isFailReason(reason)
      ? [errorText(reason.error)]
      : Cause.isDieReason(reason)
        ? [errorText(reason.defect, 4)]
        : []
  )
  return texts.length > 0 ? texts.join("; ") : "interrupted"
}

/**
 * Escapes line breaks, control characters and direction marks, so that no text can forge a log line or control a
 * terminal.
 */
export const singleLine = (text: string) => text.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, escaped)

const effectLevel = { trace: "Trace", debug: "Debug", info: "Info", warn: "Warn", error: "Error" } as const

const jsonLine = (entry: Logger.Options<unknown>) => {
  const { time, level, message, fields } = read(entry)
  // Time, level and message come first in the line, and no annotation of the same name replaces them.
  const line = Object.assign({ time, level, message }, fields, { time, level, message })
  // JSON leaves some line breaks and direction marks unescaped.
  return singleLine(JSON.stringify(line))
}

const prettyLine = (entry: Logger.Options<unknown>) => {
  const { time, level, message, fields } = read(entry)
  const details = Object.entries(fields).map(([name, value]) => {
    const text = typeof value === "string" ? value : String(JSON.stringify(value))
    return `${styleText("dim", `${singleLine(name)}=`)}${singleLine(text)}`
  })
  const marked = styleText(levelStyle[level] ?? "white", level.padEnd(5))
  return [time.slice(11, 23), marked, singleLine(message), ...details].join(" ")
}

const levelStyle: Readonly<Record<string, "red" | "yellow" | "green" | "gray">> = {
  trace: "gray",
  debug: "gray",
  info: "green",
  warn: "yellow",
  error: "red",
  fatal: "red"
}

const read = ({ cause, date, fiber, logLevel, message }: Logger.Options<unknown>) => {
  const fields = redact(fiber.getRef(References.CurrentLogAnnotations)) as Record<string, unknown>
  for (const [label, start] of fiber.getRef(References.CurrentLogSpans)) fields[`${label}Ms`] = date.getTime() - start
  if (cause.reasons.length > 0) fields.cause = causeText(cause)
  return { time: date.toISOString(), level: logLevel.toLowerCase(), message: messageText(message), fields }
}

// Redacts the joined text once more, because a name and its secret may be two parts of the message.
const messageText = (message: unknown) =>
  redactText(
    [message]
      .flat()
      .map((part) =>
        typeof part === "string" ? part : part instanceof Error ? errorText(part) : JSON.stringify(redact(part))
      )
      .join(" ")
  )

const escaped = (character: string) =>
  character === "\n" ? "\\n" : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
