import { campaignClient } from "../../api/campaign-client.ts"
import { startServer, type TestServer } from "../../api/test-server.ts"
import { freePort } from "../../servers/free-port.ts"
import { startTwilioFake, type TwilioFake } from "./twilio-fake.ts"

export const fromNumbers = ["+15005550006", "+15005550007"]

/** Settings of a server that uses a fake of Twilio. It must know its own port to receive callbacks. */
export const settingsFor = (fake: Pick<TwilioFake, "accountSid" | "authToken" | "url">, port: number) => ({
  CARRIER: "twilio",
  PROVIDERS: "local",
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  TWILIO_ACCOUNT_SID: fake.accountSid,
  TWILIO_AUTH_TOKEN: fake.authToken,
  TWILIO_FROM_NUMBER: fromNumbers.join(","),
  TWILIO_API_BASE_URL: fake.url,
  TWILIO_CALLS_PER_SECOND: "1000"
})

/** Starts a complete server whose carrier is a fake of Twilio. */
export const startWithTwilio = async (
  options: Partial<Parameters<typeof startTwilioFake>[0]> = {},
  settings: Readonly<Record<string, string>> = {}
) => {
  const fake = await startTwilioFake({ fromNumbers, ...options })
  const server = await startServer({ settings: { ...settingsFor(fake, await freePort()), ...settings } })
  return {
    fake,
    server,
    client: () => openClient(server),
    stop: async () => {
      await fake.stop()
      await server.stop()
    }
  }
}

/**
 * Returns a client of a new organization that may call at any hour; for real carriers, hours are
 * limited by default.
 */
const openClient = async (server: TestServer) => {
  const client = campaignClient(server, await server.organization())
  await client.update(anyHour)
  return client
}

export const anyHour = {
  callingWindow: { days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "24:00" },
  complianceProfile: "NONE"
}
