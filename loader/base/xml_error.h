/* xml_error.h - the type of an error that libxml2 passes to a structured error function. */
#ifndef NEARDUP_XML_ERROR_H
#define NEARDUP_XML_ERROR_H

#include <libxml/xmlerror.h>

/* Since 2.12, libxml2 passes errors as const. */
#if LIBXML_VERSION >= 21200
typedef const xmlError *xml_error_pointer;
#else
typedef xmlErrorPtr xml_error_pointer;
#endif

#endif
