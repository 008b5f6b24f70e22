import { Notice } from "../Notice.tsx"

/** Says which edited fields another person has changed meanwhile. */
export const Contested = ({ fields }: { readonly fields: ReadonlyArray<string> }) =>
  fields.length === 0 ? null : (
    <Notice>
      Somebody else has changed {fields.join(", ")} meanwhile, as you have: saving overwrites their change.
    </Notice>
  )
