/**
 * Returns the milliseconds for which the server asks to send no further request; undefined when it asks for none. Google
 * sends a `google.rpc.RetryInfo` in the trailers, alone or in the details of a `google.rpc.Status`.
 */
export const retryDelayMillis = (metadata: unknown): number | undefined => {
  const alone = valuesOf(metadata, "google.rpc.retryinfo-bin")
  const inDetails = valuesOf(metadata, "grpc-status-details-bin").flatMap((status) =>
    messagesOf(status, statusFields.details)
      .filter((detail) =>
        messagesOf(detail, anyFields.typeUrl).some((url) => `${url}`.endsWith("/google.rpc.RetryInfo"))
      )
      .flatMap((detail) => messagesOf(detail, anyFields.value))
  )
  const delays = [...alone, ...inDetails].flatMap((info) => messagesOf(info, retryInfoFields.retryDelay).map(millisOf))
  return delays.length === 0 ? undefined : Math.max(0, ...delays)
}

// Numbers of the fields of google.rpc.Status, google.protobuf.Any, google.rpc.RetryInfo and google.protobuf.Duration.
const statusFields = { details: 3 }
const anyFields = { typeUrl: 1, value: 2 }
const retryInfoFields = { retryDelay: 1 }
const durationFields = { seconds: 1, nanos: 2 }

const valuesOf = (metadata: unknown, key: string): ReadonlyArray<Buffer> => {
  const { get } = (metadata ?? {}) as { get?: unknown }
  const values: unknown = typeof get === "function" ? get.call(metadata, key) : []
  return Array.isArray(values) ? values.filter((value) => Buffer.isBuffer(value)) : []
}

const messagesOf = (message: Buffer, field: number) =>
  fieldsOf(message).flatMap(({ number, value }) => (number === field && Buffer.isBuffer(value) ? [value] : []))

const millisOf = (duration: Buffer) => {
  const sum = (field: number) =>
    fieldsOf(duration).reduce(
      (total, { number, value }) => total + (number === field && typeof value === "bigint" ? Number(value) : 0),
      0
    )
  return sum(durationFields.seconds) * 1_000 + Math.ceil(sum(durationFields.nanos) / 1e6)
}

interface Field {
  readonly number: number
  readonly value: bigint | Buffer | undefined
}

/** Reads the fields of a Protocol Buffers message up to the first that is broken. */
const fieldsOf = (message: Buffer): ReadonlyArray<Field> => {
  const fields: Array<Field> = []
  let at = 0
  const varint = () => {
    let value = 0n
    for (let shift = 0n; at < message.length; shift += 7n) {
      const byte = message[at++] as number
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return BigInt.asIntN(64, value)
    }
    return undefined
  }
  const bytes = (length: number) => {
    if (length < 0 || at + length > message.length) return undefined
    at += length
    return message.subarray(at - length, at)
  }
  while (at < message.length) {
    const tag = Number(varint() ?? 0n)
    const kind = tag & 7
    const value =
      kind === 0
        ? varint()
        : kind === 1
          ? bytes(8)
          : kind === 2
            ? bytes(Number(varint() ?? -1n))
            : kind === 5
              ? bytes(4)
              : undefined
    if (value === undefined) break
    fields.push({ number: tag >> 3, value })
  }
  return fields
}
