/* site.c - see site.h. A hash table with open addressing holds the names, folded. */
#include "site.h"

#include "ascii.h"
#include "words.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h> /* calloc, malloc, free */
#include <string.h> /* memcpy, strlen */

/* English names, and the names of files and categories in other languages. */
static const struct built_in_names {
    int number; /* of the first name */
    int step;   /* from one name's number to that of the next */
    const char *names;
} built_in[] = {
    {namespace_media, 1, "Media|Special"},
    {1, 1,
     "Talk|User|User talk|Project|Project talk|File|File talk|MediaWiki|MediaWiki talk|Template|"
     "Template talk|Help|Help talk|Category|Category talk"},
    {7, 0, "Image talk"},
    {namespace_file, 0,
     "Image|Datei|Bild|Fichier|Archivo|Imagen|Ficheiro|Arquivo|Imagem|Imaxe|Immagine|Bestand|"
     "Afbeelding|Lêer|Beeld|Plik|Grafika|Файл|Изображение|Зображення|Картинка|Слика|Датотека|"
     "Slika|Datoteka|Αρχείο|Εικόνα|ファイル|画像|文件|档案|檔案|图像|圖像|图片|圖片|Fitxer|Imatge|"
     "Restr|Skeudenn|Dosiero|ಚಿತ್ರ|Fil|Billede|Tiedosto|Kuva|Dosya|Resim|Berkas|Gambar|Tập tin|"
     "Hình|پرونده|تصویر|ملف|صورة|קובץ|תמונה|파일|그림|Fájl|Kép|Soubor|Súbor|Obrázok|Fișier|Fişier|"
     "Imagine|Pilt|Fail|Attēls|Vaizdas|चित्र|Fitxategi|Irudi|Mynd|Delwedd|Íomhá|Skrá|Skeda|Figura|"
     "Ficheru|Fayl|Şəkil|Сурет|Fayle|Փաստաթուղթ|Պատկեր|ფაილი|სურათი|ไฟล์|ภาพ|படிமம்|చిత్రం|ചിത്രം|"
     "প্রতিচ্ছবি|ਤਸਵੀਰ|فائل|Talaksan|Larawan|Файлы|Выява|Ofbild|Fischier|Imachen|Hêl"},
    {namespace_category, 0,
     "Kategorie|Catégorie|Categoría|Categoria|Categorie|Kategoria|Категория|Категорія|Категорије|"
     "Категорија|Катэгорыя|Kategorija|Κατηγορία|カテゴリ|分类|分類|Rummad|Kategorio|ವರ್ಗ|Kategori|"
     "Luokka|Thể loại|رده|تصنيف|קטגוריה|분류|Kategória|Kategooria|श्रेणी|Flokkur|Kategoriya|"
     "Կատեգորիա|კატეგორია|หมวดหมู่|பகுப்பு|వర్గం|വർഗ്ഗം|বিষয়শ্রেণী|زمرہ|Санат|Kategoreja|Categorîa|"
     "Rubrik|Catìgoria"},
    {namespace_media, 0, "Medium|Média|Medio|Mídia|Медиа|メディア"},
};

/* Removes white space and underscores around a name. */
static void trim_name(const char **name, size_t *length) {
    size_t start = 0, end = *length;
    while (start < end && (ascii_is_space((*name)[start]) || (*name)[start] == '_'))
        start++;
    while (end > start && (ascii_is_space((*name)[end - 1]) || (*name)[end - 1] == '_'))
        end--;
    *name += start;
    *length = end - start;
}

static char fold(char byte) {
    if (byte == '_')
        return ' ';
    return (char)ascii_lower(byte);
}

static bool same_name(const struct site_name *entry, const char *name, size_t length) {
    if (entry->length != length)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (entry->name[i] != fold(name[i]))
            return false;
    }
    return true;
}

/* The place of a name in the table, or the empty place where it belongs. */
static struct site_name *find_place(const struct site *site, const char *name, size_t length) {
    assert(site->count < site->capacity); /* so that there is an empty place */
    uint32_t hash = 2166136261U;          /* FNV-1a */
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)fold(name[i])) * 16777619U;
    size_t place = hash & (site->capacity - 1);
    while (site->table[place].name && !same_name(&site->table[place], name, length))
        place = (place + 1) & (site->capacity - 1);
    return &site->table[place];
}

static bool grow_table(struct site *site) {
    enum { first_capacity = 1024 };
    size_t capacity = site->capacity ? site->capacity * 2 : first_capacity;
    if (capacity > SIZE_MAX / 2 / sizeof *site->table)
        return false;
    struct site larger = *site;
    larger.capacity = capacity;
    larger.table = calloc(capacity, sizeof *larger.table);
    if (!larger.table)
        return false;
    for (size_t i = 0; i < site->capacity; i++) {
        if (site->table[i].name)
            *find_place(&larger, site->table[i].name, site->table[i].length) = site->table[i];
    }
    free(site->table);
    *site = larger;
    return true;
}

bool site_add_namespace(struct site *site, int number, const char *name, size_t length) {
    trim_name(&name, &length);
    if (site->count >= site->capacity / 4 * 3 && !grow_table(site))
        return false;
    struct site_name *place = find_place(site, name, length);
    if (!place->name) {
        place->name = malloc(length + 1); /* an empty name is not NULL */
        if (!place->name)
            return false;
        for (size_t i = 0; i < length; i++)
            place->name[i] = fold(name[i]);
        place->length = length;
        site->count++;
    }
    place->number = number;
    return true;
}

int site_namespace(const struct site *site, const char *name, size_t length) {
    trim_name(&name, &length);
    const struct site_name *place = find_place(site, name, length);
    return place->name ? place->number : namespace_none;
}

struct site *site_open(void) {
    struct site *site = calloc(1, sizeof *site);
    if (!site)
        return NULL;
    for (size_t i = 0; i < sizeof built_in / sizeof *built_in; i++) {
        const char *names = built_in[i].names, *name;
        int number = built_in[i].number;
        for (size_t length; words_next(&names, &name, &length); number += built_in[i].step)
            if (!site_add_namespace(site, number, name, length)) {
                site_close(site);
                return NULL;
            }
    }
    return site;
}

void site_close(struct site *site) {
    if (!site)
        return;
    for (size_t i = 0; i < site->capacity; i++)
        free(site->table[i].name);
    free(site->table);
    free(site);
}

void site_set_language(struct site *site, const char *language, size_t length) {
    if (site->language_fixed)
        return;
    if (length > sizeof site->language - 1)
        length = sizeof site->language - 1;
    memcpy(site->language, language, length);
    site->language[length] = '\0';
}

void site_fix_language(struct site *site, const char *language) {
    site_set_language(site, language, strlen(language));
    site->language_fixed = true;
}
