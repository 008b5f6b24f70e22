import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// Earlier releases took these names, which Node's time zones have and Postgres does not know: requests about a day of
// such an organization failed. The zones are those that Node means.
const zones = {
  AET: "Australia/Sydney",
  AGT: "America/Argentina/Buenos_Aires",
  BET: "America/Sao_Paulo",
  CAT: "Africa/Maputo",
  CNT: "America/St_Johns",
  CTT: "Asia/Shanghai",
  ECT: "Europe/Paris",
  IET: "America/Indiana/Indianapolis",
  MIT: "Pacific/Apia",
  NET: "Asia/Yerevan",
  PLT: "Asia/Karachi",
  PNT: "America/Phoenix",
  PRT: "America/Puerto_Rico",
  SST: "Pacific/Guadalcanal",
  VST: "Asia/Ho_Chi_Minh",
  "SystemV/AST4": "America/Puerto_Rico",
  "SystemV/AST4ADT": "America/Halifax",
  "SystemV/CST6": "America/Regina",
  "SystemV/CST6CDT": "America/Chicago",
  "SystemV/EST5": "America/Panama",
  "SystemV/EST5EDT": "America/New_York",
  "SystemV/HST10": "Pacific/Honolulu",
  "SystemV/MST7": "America/Phoenix",
  "SystemV/MST7MDT": "America/Denver",
  "SystemV/PST8": "Pacific/Pitcairn",
  "SystemV/PST8PDT": "America/Los_Angeles",
  "SystemV/YST9": "Pacific/Gambier",
  "SystemV/YST9YDT": "America/Anchorage",
  "US/Pacific-New": "America/Los_Angeles"
}

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const known = JSON.stringify(zones)
  yield* sql`update organizations set timezone = z.zone
    from jsonb_each_text(${known}::jsonb) z (name, zone) where lower(timezone) = lower(z.name)`
  yield* sql`update campaigns set timezone = z.zone
    from jsonb_each_text(${known}::jsonb) z (name, zone) where lower(timezone) = lower(z.name)`
})
