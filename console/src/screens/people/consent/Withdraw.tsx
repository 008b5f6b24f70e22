import { useChange } from "../../../api/use-api.ts"
import { ConfirmChange } from "../../../ui/form/ConfirmChange.tsx"

interface WithdrawProps {
  readonly phoneNumber: string | undefined
  readonly onDone: () => void
}

export const Withdraw = ({ phoneNumber, onDone }: WithdrawProps) => {
  const withdraw = useChange("POST", "/admin/v1/organizations/:id/consents/withdraw", {
    refreshes: ["/admin/v1/organizations/:id/consents", "/v1/contacts"]
  })
  return (
    <ConfirmChange
      title={`Withdraw the consent of ${phoneNumber}?`}
      confirm="Withdraw"
      isDangerous
      change={withdraw}
      input={phoneNumber === undefined ? undefined : { body: { phoneNumber, through: "console" } }}
      done="Consent withdrawn"
      onDone={onDone}
    >
      Campaigns skip the number from now on, unless the policy of its country is Off. What was recorded stays, with the
      time of the withdrawal.
    </ConfirmChange>
  )
}
