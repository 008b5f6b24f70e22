import type { ApiFailure } from "../../../api/request.ts"
import { Button } from "../../../ui/Button.tsx"
import { Confirm, Dialog } from "../../../ui/Dialog.tsx"
import { ShownOnce } from "../../../ui/form/ShownOnce.tsx"
import { Time } from "../../../ui/Time.tsx"

/** A request that helps a person back in. */
interface Help<A> {
  readonly mutate: () => void
  readonly isPending: boolean
  readonly error: ApiFailure | null
  readonly data?: A | undefined
}

interface HelpProps<A> {
  /** Name of the person; undefined while the dialog is closed. */
  readonly person: string | undefined
  readonly help: Help<A>
  readonly onDone: () => void
}

/** Makes a link with which a person who has lost the way in signs in once, and shows it once. */
export const SignInLink = ({
  person,
  help: { data, error, isPending, mutate },
  onDone
}: HelpProps<{ readonly url: string; readonly expiresAt: string }>) => (
  <Dialog title={`Sign-in link for ${person ?? "the person"}`} isOpen={person !== undefined} onClose={onDone}>
    {data === undefined ? (
      <>
        <p>
          The link signs {person} in once, within an hour, without password and second factor. For ten minutes
          afterwards they can choose a new password under Settings, without the old one.
        </p>
        <p className="text-muted">Whoever has the link is {person}. The security log notes that you made it.</p>
        {error !== null && (
          <p role="alert" className="text-bad">
            {error.message}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onDone}>Cancel</Button>
          <Button kind="primary" busy={isPending} onClick={mutate}>
            Make the link
          </Button>
        </div>
      </>
    ) : (
      <ShownOnce label="The link" value={data.url} onDone={onDone}>
        Pass this link on to {person} only. It works once, until <Time value={data.expiresAt} />,{" "}
        <b>and is not shown again.</b>
      </ShownOnce>
    )}
  </Dialog>
)

/** Turns off the second factor of a person who has lost the app and the recovery codes. */
export const SecondFactorOff = ({ person, help: { error, isPending, mutate }, onDone }: HelpProps<unknown>) => (
  <Confirm
    title={`Turn off the second factor of ${person ?? "the person"}?`}
    confirm="Turn it off"
    isDangerous
    isOpen={person !== undefined}
    onClose={onDone}
    busy={isPending}
    failure={error}
    onConfirm={mutate}
  >
    Their password alone signs them in from now on, until they add an app again. Make sure that it is they who ask.
  </Confirm>
)
