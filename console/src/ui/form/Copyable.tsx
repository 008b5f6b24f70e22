import { Button } from "../Button.tsx"
import { useToast } from "../Toasts.tsx"

/** A text to take elsewhere, such as a key that is shown once. */
export const Copyable = ({ label, value }: { readonly label: string; readonly value: string }) => {
  const toast = useToast()
  return (
    <div className="flex items-start gap-2 rounded-lg border border-line bg-sunken p-2">
      <textarea
        aria-label={label}
        readOnly
        rows={Math.ceil(value.length / 34)}
        value={value}
        onFocus={(event) => event.target.select()}
        className="min-w-0 flex-1 resize-none break-all bg-transparent p-1 font-mono text-sm"
      />
      <Button
        small
        icon="copy"
        onClick={() =>
          navigator.clipboard.writeText(value).then(
            () => toast.done("Copied"),
            () => toast.failed({ message: "Mark the text and copy it by hand." }, "The browser did not allow to copy")
          )
        }
      >
        Copy
      </Button>
    </div>
  )
}
