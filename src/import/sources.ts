import { basename } from 'node:path';
import { ImportFailure } from './failure.ts';
import { listMissingParts } from './parts.ts';
import { listFolder } from './source-folder.ts';
import { listMembers, type Member, plainMember } from './zip.ts';

/** The kinds of file the importer reads. */
export type SourceKind =
  | 'companies'
  | 'establishments'
  | 'partners'
  | 'simples'
  | 'regimes'
  | 'suframa'
  | 'stateRegistrations'
  | 'activities'
  | 'reasons'
  | 'cities'
  | 'legalNatures'
  | 'countries'
  | 'qualifications'
  | 'treasuryCities'
  | 'receitaCities';

/** How one kind of file looks: how to tell it, its columns in order, and its form. */
export interface Source {
  readonly kind: SourceKind;
  /** Tells the file by the name of a zip's member, in capitals. */
  readonly member: RegExp;
  /** Tells it by the name of the zip or plain file, in capitals: others republish with plain names. */
  readonly file: RegExp;
  readonly columns: readonly string[];
  readonly separator: ';' | ',';
  readonly header: boolean;
  readonly encoding: 'latin1' | 'utf8';
  readonly required: boolean;
}

const RECEITA = { separator: ';', header: false, encoding: 'latin1', required: true } as const;
const CODE_TABLE = { ...RECEITA, columns: ['code', 'label'] } as const;
const OPERATOR = { separator: ';', header: true, encoding: 'utf8', required: false } as const;

/** One line a kind of file. */
export const SOURCES: readonly Source[] = [
  {
    ...RECEITA,
    kind: 'companies',
    member: /EMPRECSV/,
    file: /^EMPRESAS\d*\b/,
    columns: [
      'root',
      'name',
      'legalNature',
      'responsibleQualification',
      'capital',
      'size',
      'federativeEntity',
    ],
  },
  {
    ...RECEITA,
    kind: 'establishments',
    member: /ESTABELE/,
    file: /^ESTABELECIMENTOS\d*\b/,
    columns: [
      'root',
      'order',
      'checkDigits',
      'kind',
      'tradeName',
      'status',
      'statusDate',
      'reason',
      'foreignCity',
      'country',
      'startDate',
      'mainActivity',
      'secondaryActivities',
      'streetType',
      'street',
      'number',
      'complement',
      'district',
      'cep',
      'state',
      'city',
      'areaCode1',
      'phone1',
      'areaCode2',
      'phone2',
      'faxAreaCode',
      'fax',
      'email',
      'specialStatus',
      'specialStatusDate',
    ],
  },
  {
    ...RECEITA,
    kind: 'partners',
    member: /SOCIOCSV/,
    file: /^SOCIOS\d*\b/,
    columns: [
      'root',
      'kind',
      'name',
      'document',
      'qualification',
      'entryDate',
      'country',
      'representativeDocument',
      'representativeName',
      'representativeQualification',
      'ageBracket',
    ],
  },
  {
    ...RECEITA,
    kind: 'simples',
    member: /SIMPLES/,
    file: /^SIMPLES\b/,
    columns: ['root', 'simples', 'simplesFrom', 'simplesUntil', 'mei', 'meiFrom', 'meiUntil'],
  },
  { ...CODE_TABLE, kind: 'activities', member: /CNAECSV/, file: /^CNAES\b/ },
  { ...CODE_TABLE, kind: 'reasons', member: /MOTICSV/, file: /^MOTIVOS\b/ },
  { ...CODE_TABLE, kind: 'cities', member: /MUNICCSV/, file: /^MUNICIPIOS\.ZIP/ },
  { ...CODE_TABLE, kind: 'legalNatures', member: /NATJUCSV/, file: /^NATUREZAS\b/ },
  { ...CODE_TABLE, kind: 'countries', member: /PAISCSV/, file: /^PAISES\b/ },
  { ...CODE_TABLE, kind: 'qualifications', member: /QUALSCSV/, file: /^QUALIFICACOES\b/ },
  {
    ...RECEITA,
    kind: 'regimes',
    member: /^(LUCRO (REAL|PRESUMIDO|ARBITRADO)|IMUNES E ISENTAS)/,
    file: /^(LUCRO[ _]?(REAL|PRESUMIDO|ARBITRADO)|IMUNES[ _]?E[ _]?ISENTAS)/,
    columns: ['year', 'cnpj', 'partnershipCnpj', 'form', 'bookkeepings'],
    separator: ',',
    header: true,
    required: false,
  },
  {
    ...OPERATOR,
    kind: 'suframa',
    member: /^SUFRAMA\.CSV/,
    file: /^SUFRAMA\b/,
    columns: ['cnpj', 'registration', 'active', 'updatedAt'],
  },
  {
    ...OPERATOR,
    kind: 'stateRegistrations',
    member: /^INSCRICOESESTADUAIS\.CSV/,
    file: /^INSCRICOESESTADUAIS\b/,
    columns: ['cnpj', 'state', 'registration', 'active', 'updatedAt'],
  },
  {
    ...RECEITA,
    kind: 'treasuryCities',
    member: /^TABMUN/,
    file: /^TABMUN\b/,
    columns: ['siafi', 'cnpj', 'name', 'state', 'ibge'],
    required: false,
  },
  {
    ...RECEITA,
    kind: 'receitaCities',
    member: /^MUNICIPIOS\.CSV/,
    file: /^MUNICIPIOS\.CSV/,
    columns: ['siafi', 'ibge', 'receitaName', 'name', 'state'],
    header: true,
    required: false,
  },
];

/** A file to read and what it is. */
export interface SourceFile {
  readonly kind: SourceKind;
  readonly member: Member;
}

/** The description of a kind of file. */
export function sourceOf(kind: SourceKind): Source {
  const source = SOURCES.find((candidate) => candidate.kind === kind);
  if (source === undefined) throw new Error(`No source is called ${kind}.`);
  return source;
}

/** What a member is, by its own name or else by its zip's, or undefined for a file that is none of ours. */
export function kindOf(member: Member): SourceKind | undefined {
  const name = basename(member.name).toUpperCase();
  const file = basename(member.path).toUpperCase();
  const source =
    SOURCES.find((candidate) => candidate.member.test(name)) ??
    SOURCES.find((candidate) => candidate.file.test(file) && !/\.(TXT|PDF|MD|JSON|ODT|DOCX?)$/.test(name));
  return source?.kind;
}

async function membersOf(path: string): Promise<Member[]> {
  return /\.zip$/i.test(path) ? await listMembers(path) : [await plainMember(path)];
}

/**
 * Every file of the folders that the importer knows, in a stable order. A kind found in an earlier folder is not
 * looked for in a later one, so that a month's own tables come before those kept beside the months.
 * Throws ImportFailure for a folder that cannot be read, a damaged zip, or a required file that is missing.
 */
export async function findSources(folders: readonly string[]): Promise<SourceFile[]> {
  const found: SourceFile[] = [];
  for (const folder of folders) {
    const before = new Set(found.map((file) => file.kind));
    for (const path of await listFolder(folder)) {
      for (const member of await membersOf(path)) {
        const kind = kindOf(member);
        if (kind !== undefined && !before.has(kind)) found.push({ kind, member });
      }
    }
  }
  if (found.length === 0) {
    throw new ImportFailure(
      `${folders[0]} has none of the Receita's files. Point --from at the folder that holds the zips of a month.`,
    );
  }
  const kinds = SOURCES.filter(
    (source) => source.required && !found.some((file) => file.kind === source.kind),
  );
  const missing = [...kinds.map(({ kind }) => ZIP_NAMES[kind] ?? kind), ...listMissingParts(found)];
  if (missing.length > 0) {
    throw new ImportFailure(
      `${folders[0]} lacks ${missing.join(', ')}. A month of the Receita's files has all of them: fetch what is missing, or point --from at the folder that holds the zips.`,
    );
  }
  return found;
}

/** What the Receita calls the zips of the required kinds. */
const ZIP_NAMES: Partial<Record<SourceKind, string>> = {
  companies: 'Empresas0.zip … Empresas9.zip',
  establishments: 'Estabelecimentos0.zip … Estabelecimentos9.zip',
  partners: 'Socios0.zip … Socios9.zip',
  simples: 'Simples.zip',
  activities: 'Cnaes.zip',
  reasons: 'Motivos.zip',
  cities: 'Municipios.zip',
  legalNatures: 'Naturezas.zip',
  countries: 'Paises.zip',
  qualifications: 'Qualificacoes.zip',
};
