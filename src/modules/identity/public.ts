/** What a page may know of the person who is signed in. */
export interface Viewer {
  id: string
  email: string
  nome: string
  telefone: string
  /** CPF (11 digits) or CNPJ (14 characters), as given at sign-up; may be empty. */
  documento: string
  tipoConta: 'pessoal' | 'empresa'
  role: 'customer' | 'staff' | 'owner'
}
