import { isDeepStrictEqual } from "node:util"
import { Effect } from "effect"
import { readSettings } from "../../src/platform/config.ts"

/** Sets a carrier and a bucket, because their own settings are read only when they are selected. */
const others = {
  BLOB_STORE: "s3",
  S3_BUCKET: "carillon",
  CARRIER: "twilio",
  TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
  TWILIO_AUTH_TOKEN: "0".repeat(32),
  TWILIO_FROM_NUMBER: "+12025550100"
}

/** Whether a setting has this name; unknown names are ignored. */
export const isSetting = async (name: string): Promise<boolean> => {
  const read = (value: string) => Effect.runPromise(Effect.result(readSettings({ ...others, [name]: value })))
  const [unset, ...given] = await Promise.all(["", "x", "127.0.0.1:1", "https://x.test", "7"].map(read))
  return given.some((one) => !isDeepStrictEqual(one, unset))
}
