import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { Section } from '../../../ui/section.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextareaField } from '../../../ui/textarea-field.tsx'

export function FieldExamples() {
  return (
    <Section tight title="Campos">
      <form className="pair pair-top mt-8" method="get" action={paths.devUi()}>
        <div className="form">
          <Field name="ex-nome" label="Nome" defaultValue="Nome de exemplo" />
          <Field name="ex-cpf" label="CPF" mask="cpf" hint="Só os números; os pontos aparecem." />
          <Field name="ex-cnpj" label="CNPJ" mask="cnpj" />
          <Field name="ex-telefone" label="Telefone" mask="phone" />
          <Field name="ex-cep" label="CEP" mask="cep" />
          <Field name="ex-renda" label="Renda presumida" mask="money" />
          <Field
            name="ex-erro"
            label="Email"
            type="email"
            defaultValue="nome@"
            error="Email inválido"
            hint="Com hífen e erro."
          />
          <Field name="ex-desligado" label="Desligado" disabled defaultValue="não muda" />
        </div>
        <div className="form">
          <PasswordField
            name="ex-senha"
            label="Senha"
            autoComplete="new-password"
            hint="Pelo menos 8 caracteres."
          />
          <SelectField
            name="ex-tipo"
            label="Tipo de conta"
            placeholder="Escolha"
            options={[
              { value: 'pessoal', label: 'Pessoa Física' },
              { value: 'empresa', label: 'Pessoa Jurídica' },
            ]}
          />
          <TextareaField name="ex-texto" label="Mensagem" optional />
          <Field name="ex-arquivo" label="Documentos" type="file" multiple />
          <Checkbox name="ex-aceite" hint="Você recebe uma cópia por e-mail.">
            Li e aceito o contrato
          </Checkbox>
          <Checkbox name="ex-recusado" error="Aceite os termos">
            Li e aceito os termos
          </Checkbox>
          <fieldset>
            <legend className="field-label">Método de pagamento</legend>
            <Checkbox type="radio" name="ex-metodo" id="ex-metodo-pix" value="pix" defaultChecked>
              PIX
            </Checkbox>
            <Checkbox type="radio" name="ex-metodo" id="ex-metodo-card" value="card">
              Cartão
            </Checkbox>
          </fieldset>
          <Button busyLabel="Enviando...">Enviar</Button>
        </div>
      </form>
    </Section>
  )
}
