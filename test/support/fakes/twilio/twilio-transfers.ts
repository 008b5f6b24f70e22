/** The part of a call of the fake that a transfer needs. */
interface LiveCall {
  readonly endedAt: Date | null
  readonly socket: { readonly close: () => void } | undefined
  twiml: string
}

/** A `<Dial>` of a number or a SIP address that is under way. */
interface FakeDial<Call> {
  readonly call: Call
  readonly sid: string
  readonly to: string
  readonly kind: "Number" | "Sip"
  readonly attributes: Readonly<Record<string, string>>
}

interface Member<Call> {
  readonly call: Call
  readonly action: string | undefined
}

type Fields = ReadonlyArray<readonly [string, string]>

interface Dependencies<Call> {
  readonly makeSid: () => string
  readonly end: (call: Call, status: string, durationSeconds?: number) => void
  /** Opens the media stream of the call's document, and calls back when the service has closed it. */
  readonly openStream: (call: Call, says: number, closed: () => void) => void
  /** Asks the URL of an `action` and returns the document of the answer. */
  readonly ask: (call: Call, url: string, fields: Fields) => Promise<string>
}

/** Twilio's `<Dial>` with numbers, SIP addresses and conferences, written from its documentation. */
export const makeTransfers = <Call extends LiveCall>({ ask, end, makeSid, openStream }: Dependencies<Call>) => {
  const dials: Array<FakeDial<Call>> = []
  const rooms = new Map<string, ReadonlyArray<Member<Call>>>()

  const perform = (call: Call, twiml: string) => {
    call.twiml = twiml
    call.socket?.close()
    const hangUp = () => end(call, "completed", 30)
    const [, attributes, target] =
      /^<\?xml[^>]*\?><Response><Dial ([^>]*)>(.*?)<\/Dial><Hangup\/><\/Response>$/.exec(twiml) ?? []
    if (attributes === undefined || target === undefined) return openStream(call, 1, hangUp)
    const [, kind, options = "", to] = /^<(Number|Sip|Conference)([^>]*)>([^<]+)<\/\1>$/.exec(target) ?? []
    if (to === undefined) throw new Error(`The fake does not know ${target}`)
    const given = attributesOf(attributes)
    if (kind !== "Conference") {
      dials.push({ call, sid: makeSid(), to, kind: kind as "Number" | "Sip", attributes: given })
      return
    }
    if (attributesOf(options).endConferenceOnExit !== "true") throw new Error("A conference may stay open")
    rooms.set(to, [...(rooms.get(to) ?? []), { call, action: given.action }])
  }

  const goOn = async (call: Call, action: string | undefined, fields: Fields) => {
    if (action === undefined) return end(call, "completed", 30)
    const document = await ask(call, action, fields)
    if (call.endedAt === null) perform(call, document)
  }

  /** The dialed target has ended its call, or not answered. */
  const endDial = async (dial: FakeDial<Call>, status: string, seconds?: number) => {
    dials.splice(dials.indexOf(dial), 1)
    const { attributes, call, sid } = dial
    await goOn(call, attributes.action, [
      ["DialCallSid", sid],
      ["DialCallStatus", status],
      ...(seconds === undefined ? [] : [["DialCallDuration", String(seconds)] as const])
    ])
  }

  /** Takes an ended call out of its dial or room. The first that leaves a room ends it for the others. */
  const leave = (call: Call) => {
    const dial = dials.find((one) => one.call === call)
    if (dial !== undefined) void endDial(dial, "no-answer").catch(() => undefined)
    for (const [room, members] of rooms) {
      if (!members.some((one) => one.call === call)) continue
      rooms.delete(room)
      for (const { action, call: left } of members) {
        if (left !== call) void goOn(left, action, [["DialCallStatus", "answered"]]).catch(() => undefined)
      }
    }
  }

  return { dials, rooms, perform, endDial, leave }
}

const attributesOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))
