import {
  ENTRY,
  FIELD,
  type PartnerRecord,
  type RegimeRecord,
  SECTION,
  type StateRegistrationRecord,
  type SuframaRecord,
} from '../registry/record.ts';
import type { CompanyRow } from './rows/company.ts';
import type { EstablishmentRow } from './rows/establishment.ts';
import type { SimplesRow } from './rows/simples.ts';

/** The entries of a section; row functions make them with the fields in the order that record.ts lists. */
function section(entries: readonly Readonly<Record<string, string>>[]): string {
  if (entries.length === 0) return '';
  return entries.map((entry) => Object.values(entry).join(FIELD)).join(ENTRY);
}

const NO_SIMPLES: SimplesRow = {
  simples: '',
  simplesFrom: '',
  simplesUntil: '',
  mei: '',
  meiFrom: '',
  meiUntil: '',
};

/** The part of a record that all of a company's establishments share, before and after the establishment's own. */
export interface CompanyText {
  readonly head: string;
  readonly partners: string;
}

/** Writes a company's shared part, in the order of RECORD_FIELDS. */
export function composeCompany(
  company: CompanyRow,
  simples: SimplesRow = NO_SIMPLES,
  partners: readonly PartnerRecord[],
): CompanyText {
  const head = [
    company.name,
    company.legalNature,
    company.responsibleQualification,
    company.capital,
    company.size,
    company.federativeEntity,
    simples.simples,
    simples.simplesFrom,
    simples.simplesUntil,
    simples.mei,
    simples.meiFrom,
    simples.meiUntil,
  ].join(FIELD);
  return { head, partners: section(partners) };
}

/** What an establishment has of its own beside its row. */
export interface Registrations {
  readonly stateRegistrations: readonly StateRegistrationRecord[];
  readonly suframa: readonly SuframaRecord[];
  readonly regimes: readonly RegimeRecord[];
}

/** Writes a whole record. `updatedAt` is empty for the extraction's own date. */
export function composeRecord(
  company: CompanyText,
  own: EstablishmentRow,
  registrations: Registrations,
  updatedAt: string,
): string {
  const scalars = `${company.head}\t${own.kind}\t${own.tradeName}\t${own.status}\t${own.statusDate}\t${own.reason}\t${own.foreignCity}\t${own.country}\t${own.startDate}\t${own.mainActivity}\t${own.secondaryActivities}\t${own.streetType}\t${own.street}\t${own.number}\t${own.complement}\t${own.district}\t${own.cep}\t${own.state}\t${own.city}\t${own.areaCode1}\t${own.phone1}\t${own.areaCode2}\t${own.phone2}\t${own.faxAreaCode}\t${own.fax}\t${own.email}\t${own.specialStatus}\t${own.specialStatusDate}\t${updatedAt}`;
  const sections = composeRegistrations(registrations);
  return company.partners === '' && sections === ''
    ? scalars
    : scalars + SECTION + company.partners + sections;
}

/** Writes the sections after the partners', those at the end that are empty left out. */
export function composeRegistrations({ stateRegistrations, suframa, regimes }: Registrations): string {
  if (stateRegistrations.length + suframa.length + regimes.length === 0) return '';
  const sections = [section(stateRegistrations), section(suframa), section(regimes)];
  while (sections.length > 0 && sections[sections.length - 1] === '') sections.pop();
  return sections.map((part) => SECTION + part).join('');
}
