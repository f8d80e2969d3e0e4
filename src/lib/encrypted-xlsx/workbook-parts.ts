import { escapeText } from './cells.ts';
import { CHART_TYPE, chartPath, DRAWING_TYPE, drawingPath } from './chart-parts.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The worksheet part with a number, as a path inside the package. */
export const sheetPath = (number: number) => `xl/worksheets/sheet${number}.xml`;

/** A worksheet as the workbook names it, in the order shown. */
export interface ListedSheet {
  name: string;
  number: number;
  /** Last cell of what is printed, as `H40`; null of the whole sheet. */
  printedTo?: string | null;
  hasHeading?: boolean;
  hasChart?: boolean;
}

/** The small parts of a workbook (ECMA-376 part 1, 12.2), by path. Sheets in the order shown. */
export function workbookParts(sheets: readonly ListedSheet[]) {
  return {
    '[Content_Types].xml': contentTypesXml(sheets),
    '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': workbookXml(sheets),
    'xl/_rels/workbook.xml.rels': relationships(sheets.map(({ number }) => number)),
    'xl/styles.xml': stylesXml,
  };
}

/** Worksheets are the default of `xml`: there are more of them than of anything else. */
function contentTypesXml(sheets: readonly ListedSheet[]): string {
  const override = (path: string, type: string) =>
    `<Override PartName="/${path}" ContentType="${type}"/>`;
  const charts = sheets
    .filter(({ hasChart }) => hasChart)
    .map(
      ({ number }) =>
        override(drawingPath(number), DRAWING_TYPE) + override(chartPath(number), CHART_TYPE),
    );
  return `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${TYPE}.worksheet+xml"/>${override('xl/workbook.xml', `${TYPE}.sheet.main+xml`)}${override('xl/styles.xml', `${TYPE}.styles+xml`)}${charts.join('')}</Types>`;
}

/** Areas that are printed, and heading rows that each printed page repeats. */
function definedNames(sheets: readonly ListedSheet[]): string {
  const names = sheets.flatMap(({ name, printedTo, hasHeading }, index) => {
    const sheet = escapeText(`'${name.replaceAll("'", "''")}'`);
    const defined = (kind: string, area: string) =>
      `<definedName name="_xlnm.${kind}" localSheetId="${index}">${sheet}!${area}</definedName>`;
    const end = printedTo?.replace(/^([A-Z]+)(\d+)$/, '$$$1$$$2');
    return [
      ...(end ? [defined('Print_Area', `$A$1:${end}`)] : []),
      ...(hasHeading ? [defined('Print_Titles', '$1:$1')] : []),
    ];
  });
  return names.length > 0 ? `<definedNames>${names.join('')}</definedNames>` : '';
}

function workbookXml(sheets: readonly ListedSheet[]): string {
  const entries = sheets.map(({ name, number }) => {
    const attribute = escapeText(name).replaceAll('"', '&quot;');
    return `<sheet name="${attribute}" sheetId="${number}" r:id="sheet${number}"/>`;
  });
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${entries.join('')}</sheets>${definedNames(sheets)}</workbook>`;
}

function relationships(numbers: number[]): string {
  const entries = numbers.map(
    (number) =>
      `<Relationship Id="sheet${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  );
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${entries.join('')}<Relationship Id="styles" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;
}

/** Plain, bold, dates in UTC and of a clock, links, headings: as cells.ts numbers them. */
const formats = [
  'numFmtId="0" fontId="0"',
  'numFmtId="0" fontId="1" applyFont="1"',
  'numFmtId="164" fontId="0" applyNumberFormat="1"',
  'numFmtId="165" fontId="0" applyNumberFormat="1"',
  'numFmtId="0" fontId="2" applyFont="1"',
  'numFmtId="0" fontId="1" applyFont="1" applyAlignment="1"',
].map((format) => {
  const aligned = format.includes('applyAlignment') && '<alignment vertical="top" wrapText="1"/>';
  return `<xf ${format} fillId="0" borderId="0" xfId="0">${aligned || ''}</xf>`;
});

const font = (look: string) => `<font>${look}<name val="Calibri"/></font>`;

const stylesXml = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd&quot;T&quot;hh:mm:ss.000&quot;Z&quot;"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss.000"/></numFmts><fonts count="3">${font('<sz val="11"/>')}${font('<b/><sz val="11"/>')}${font('<u/><sz val="11"/><color rgb="FF0B57A4"/>')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${formats.length}">${formats.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
