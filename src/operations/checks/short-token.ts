import { Option, Redacted } from "effect"

/** Number of characters from which an admin token cannot be guessed, even if all of them are letters or digits. */
const enough = 32

/** Whether ADMIN_TOKEN works, but is shorter than it should be. Earlier releases asked for 16 characters. */
export const isShort = (adminToken: Option.Option<Redacted.Redacted>): boolean =>
  Option.exists(adminToken, (token) => Redacted.value(token).length < enough)

export const shortTokenAdvice = `ADMIN_TOKEN has fewer than ${enough} characters and may be guessed: replace it with the output of openssl rand -base64 32`
