import { Button } from "../Button.tsx"

/** The end of a form: saves it. */
export const SaveFooter = ({ busy }: { readonly busy: boolean }) => (
  <div className="flex justify-end">
    <Button kind="primary" type="submit" busy={busy}>
      Save
    </Button>
  </div>
)
