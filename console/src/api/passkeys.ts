import { ApiFailure, request } from "./request.ts"
import { auth } from "./session.ts"

// Browsers offer passkeys only for a host name, and only over TLS or on the machine itself.
const isHostName = !/^[\d.]+$|^\[/.test(location.hostname)

/** Why passkeys cannot be used at this address or in this browser; undefined where they can. */
export const passkeyProblem: string | undefined =
  !isSecureContext || !isHostName
    ? "Passkeys need the console at an https address with a host name, or at localhost."
    : typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON !== "function"
      ? "This browser does not support passkeys."
      : undefined

/** Signs in with any passkey that the person has for this console. */
export const signInWithPasskey = async (): Promise<void> => {
  const options = await request("POST", "/auth/sign-in/passkey/begin", {})
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never)
  const credential = await credentialJson(() => navigator.credentials.get({ publicKey }))
  await auth("sign-in/passkey", { credential })
}

/** Has the authenticator make a passkey, and adds it to the account. `current` is the password, if it is asked for. */
export const addPasskey = async (name: string, current?: string): Promise<void> => {
  const options = await request("POST", "/auth/passkeys/begin", { body: current === undefined ? {} : { current } })
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never)
  const credential = await credentialJson(() => navigator.credentials.create({ publicKey }))
  await request("POST", "/auth/passkeys", { body: { name, credential: credential as never } })
}

const credentialJson = async (ask: () => Promise<Credential | null>) => {
  try {
    return ((await ask()) as PublicKeyCredential).toJSON()
  } catch (error) {
    const isKnown = error instanceof DOMException && error.name === "InvalidStateError"
    throw new ApiFailure(0, {
      message: isKnown
        ? "This device has a passkey for your account already."
        : "The device has not confirmed that it is you. Try again."
    })
  }
}
