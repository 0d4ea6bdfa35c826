import { expect, test } from 'vitest'
import * as account from '../../../src/web/forms/account.ts'
import * as auth from '../../../src/web/forms/auth.ts'
import * as consultation from '../../../src/web/forms/consultation.ts'
import { hiringSchema } from '../../../src/web/forms/hiring.ts'
import { type FormName, loadSchema } from '../../../src/web/forms/registry.ts'
import { vehicleSchema } from '../../../src/web/forms/vehicle.ts'

test('a form is checked in the browser by the schema of the server', async () => {
  const schemas = {
    hiring: hiringSchema,
    'sign-in': auth.signInSchema,
    'sign-up': auth.signUpSchema,
    'hiring-sign-up': auth.hiringSignUpSchema,
    confirm: auth.confirmSchema,
    'reset-request': auth.resetSchema,
    recovery: auth.recoverySchema,
    'change-password': auth.changePasswordSchema,
    'create-account': auth.createAccountSchema,
    individual: account.individualForm,
    company: account.companyForm,
    'account-password': account.passwordForm,
    'account-phone': account.phoneForm,
    vehicle: vehicleSchema,
    'consult-cpf': consultation.cpfConsultSchema,
    consult: consultation.consultSchema,
  } satisfies Record<FormName, object>
  for (const [name, schema] of Object.entries(schemas)) expect(await loadSchema(name), name).toBe(schema)
  expect(await loadSchema('unknown')).toBeUndefined()
})
